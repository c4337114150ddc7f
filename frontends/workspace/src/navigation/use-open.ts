import { useCallback } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { chatQuery, fileHref, type Location } from '@zo/web/paths';
import { useAppDispatch } from '@zo/web/store';
import type { Target } from '../panes/layout';
import { tabOpened } from '../panes/panes.slice';

/**
 * What is shown of an entry instead of its content: the versions of a file or folder, the deleted files of a folder.
 */
export type View = 'versions' | 'folder-versions' | 'deleted';

/** The address of a view of an entry; `version` is the chosen line of the timeline, `save` one version of it. */
export function viewHref(
  location: Location,
  search: string,
  { view, version, save }: { view?: View | undefined; version?: number; save?: number },
) {
  const query = new URLSearchParams(chatQuery(search));
  if (view) query.set('view', view);
  if (version !== undefined) query.set('version', String(version));
  if (save !== undefined) query.set('save', String(save));
  const text = query.toString();
  return fileHref(location) + (text && `?${text}`);
}

/** The address of the search within a folder of the workspace. */
function searchHref({ path }: Location, search: string): string {
  const query = new URLSearchParams(chatQuery(search));
  query.set('in', path.join('/'));
  return `/search?${query}`;
}

/** Opens a file or folder: in place of what is shown, in a tab of its own, or beside it; or the search in a folder. */
export type Open = (location: Location, view?: View | 'search', target?: Target) => void;

/** Opens entries and keeps the chat beside them. */
export function useOpen(): Open {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  return useCallback(
    (location, view, target) => {
      if (target) dispatch(tabOpened({ location: { root: location.root, path: location.path }, target }));
      navigate(view === 'search' ? searchHref(location, search) : viewHref(location, search, { view }));
    },
    [navigate, dispatch, search],
  );
}

/** Address of an entry that keeps the chat. */
export function useHref(): (location: Location) => string {
  const { search } = useLocation();
  return useCallback((location) => fileHref(location) + chatQuery(search), [search]);
}
