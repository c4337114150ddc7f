import { useEffect, useMemo, useRef } from 'react';
import { filesApi, toProblem, useAppDispatch, useAppSelector, useMeQuery, type Folder } from '@zo/web/store';
import { pathKey, type Location, type Root } from '@zo/web/paths';
import { folderCollapsed, persistExpanded, useWorkspaceState } from '../../workspace.slice';
import { treeRows, type TreeRow } from './rows';

/** Subscribes to the expanded folders of the tree, so that live events and refreshes update them. */
function useFolders(places: readonly Location[]): void {
  const dispatch = useAppDispatch();
  const held = useRef(new Map<string, { unsubscribe: () => void }>());

  useEffect(() => {
    const wanted = new Map(places.map((place) => [pathKey(place), place]));
    for (const [key, subscription] of held.current) {
      if (wanted.has(key)) continue;
      subscription.unsubscribe();
      held.current.delete(key);
    }
    for (const [key, place] of wanted) {
      if (held.current.has(key)) continue;
      const folder = dispatch(filesApi.endpoints.folder.initiate(place));
      held.current.set(key, folder);
      // Collapse a deleted folder, so that it is not requested on every visit.
      folder.unwrap().catch((error: unknown) => toProblem(error).status === 404 && dispatch(folderCollapsed(place)));
    }
  }, [places, dispatch]);

  useEffect(() => {
    const all = held.current;
    return () => {
      all.forEach((subscription) => subscription.unsubscribe());
      all.clear();
    };
  }, []);
}

export interface Tree {
  rows: TreeRow[];
  /** The first level is loaded. */
  ready: boolean;
  error: string | undefined;
  retry: () => void;
}

/** The visible rows of one root's tree. */
export function useTree(root: Root): Tree {
  const expanded = useWorkspaceState((state) => state.expanded);
  const { data: me } = useMeQuery();
  const dotfiles = me?.settings.show_dotfiles ?? false;
  const dispatch = useAppDispatch();
  const rootPlace = useMemo<Location>(() => ({ root, path: [] }), [root]);

  // A folder inside a collapsed one is not visible and need not be read.
  const open = useMemo(
    () => [
      rootPlace,
      ...Object.values(expanded).filter(
        (place) =>
          place.root === root &&
          place.path.every((_name, at) => pathKey({ root, path: place.path.slice(0, at + 1) }) in expanded),
      ),
    ],
    [rootPlace, expanded, root],
  );
  useFolders(open);
  useEffect(() => persistExpanded(expanded), [expanded]);

  const folders = useAppSelector(
    (state) => open.map((place) => filesApi.endpoints.folder.select(place)(state).data),
    (before, after) => before.length === after.length && before.every((folder, at) => folder === after[at]),
  );
  const first = useAppSelector((state) => filesApi.endpoints.folder.select(rootPlace)(state));
  const rows = useMemo(() => {
    const known = new Map<string, Folder | undefined>(open.map((place, at) => [pathKey(place), folders[at]]));
    return treeRows({ root: rootPlace, expanded, folderOf: (place) => known.get(pathKey(place)), dotfiles });
  }, [open, folders, expanded, dotfiles, rootPlace]);

  return {
    rows,
    ready: first.data !== undefined,
    error: first.data === undefined && first.error && 'detail' in first.error ? first.error.detail : undefined,
    retry: () => void dispatch(filesApi.endpoints.folder.initiate(rootPlace, { forceRefetch: true, subscribe: false })),
  };
}
