import { useCallback } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { useOpen } from '../../navigation/use-open';
import { folderCollapsed, folderExpanded } from '../../workspace.slice';
import type { TreeRow } from './rows';

/** What a press on a row does: opens or closes a folder in the tree, opens a file in place or in a tab of its own. */
export function useRowActions(setFocusKey: (key: string) => void) {
  const dispatch = useAppDispatch();
  const openLocation = useOpen();
  const toggle = useCallback(
    ({ entry, expanded }: TreeRow) => {
      if (!entry.isDirectory) return;
      dispatch(expanded ? folderCollapsed(entry) : folderExpanded({ root: entry.root, path: entry.path }));
    },
    [dispatch],
  );
  const open = useCallback(
    (row: TreeRow) => {
      setFocusKey(row.key);
      // Pressing an expanded folder collapses it; pressing another shows its contents here and in the page.
      if (row.entry.isDirectory && row.entry.name !== 'Trash') toggle(row);
      openLocation(row.entry);
    },
    [openLocation, toggle, setFocusKey],
  );
  const openTab = useCallback((row: TreeRow) => openLocation(row.entry, undefined, 'tab'), [openLocation]);
  return { toggle, open, openTab, openLocation };
}
