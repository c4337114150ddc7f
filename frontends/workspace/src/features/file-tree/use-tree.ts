import { useEffect, useMemo, useRef } from 'react';
import { filesApi, toProblem, useAppDispatch, useAppSelector, useMeQuery, type Folder } from '@zo/web/store';
import { pathKey, type Location, type Root } from '@zo/web/paths';
import { folderCollapsed, persistExpanded, useWorkspaceState } from '../../workspace.slice';
import { refresh } from '../../navigation/refresh';
import { treeRows, type TreeRow } from './rows';

/** Subscribes to the expanded folders of the tree, so that live events and refreshes update them. */
function useFolders(locations: readonly Location[]): void {
  const dispatch = useAppDispatch();
  const held = useRef(new Map<string, { unsubscribe: () => void }>());

  useEffect(() => {
    const wanted = new Map(locations.map((location) => [pathKey(location), location]));
    for (const [key, subscription] of held.current) {
      if (wanted.has(key)) continue;
      subscription.unsubscribe();
      held.current.delete(key);
    }
    for (const [key, location] of wanted) {
      if (held.current.has(key)) continue;
      const folder = dispatch(filesApi.endpoints.folder.initiate(location));
      held.current.set(key, folder);
      // Collapse a deleted folder, so that it is not requested on every visit.
      folder.unwrap().catch((error: unknown) => toProblem(error).status === 404 && dispatch(folderCollapsed(location)));
    }
  }, [locations, dispatch]);

  useEffect(() => {
    const all = held.current;
    return () => {
      all.forEach((subscription) => subscription.unsubscribe());
      all.clear();
    };
  }, []);
}

/** FT-10: reads the folders of the tree again once it shows another root; they may have been read long ago. */
function useRefreshOnRootChange(open: readonly Location[]): void {
  const root = open[0]!.root;
  const shown = useRef(root);
  useEffect(() => {
    if (shown.current !== root) void refresh(open);
    shown.current = root;
  }, [root, open]);
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
  const rootLocation = useMemo<Location>(() => ({ root, path: [] }), [root]);

  // A folder inside a collapsed one is not visible and need not be read.
  const open = useMemo(
    () => [
      rootLocation,
      ...Object.values(expanded).filter(
        (location) =>
          location.root === root &&
          location.path.every((_name, at) => pathKey({ root, path: location.path.slice(0, at + 1) }) in expanded),
      ),
    ],
    [rootLocation, expanded, root],
  );
  useFolders(open);
  useEffect(() => persistExpanded(expanded), [expanded]);
  useRefreshOnRootChange(open);

  const folders = useAppSelector(
    (state) => open.map((location) => filesApi.endpoints.folder.select(location)(state).data),
    (before, after) => before.length === after.length && before.every((folder, at) => folder === after[at]),
  );
  const first = useAppSelector((state) => filesApi.endpoints.folder.select(rootLocation)(state));
  const rows = useMemo(() => {
    const known = new Map<string, Folder | undefined>(open.map((location, at) => [pathKey(location), folders[at]]));
    return treeRows({ root: rootLocation, expanded, folderOf: (location) => known.get(pathKey(location)), dotfiles });
  }, [open, folders, expanded, dotfiles, rootLocation]);

  return {
    rows,
    ready: first.data !== undefined,
    error: first.data === undefined && first.error && 'detail' in first.error ? first.error.detail : undefined,
    retry: () =>
      void dispatch(filesApi.endpoints.folder.initiate(rootLocation, { forceRefetch: true, subscribe: false })),
  };
}
