import { useCallback, useEffect, useRef } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { isWithin, type Location } from '@zo/web/paths';
import { withDrag } from '../../operations/drag/with-drag';
import { folderCollapsed, folderExpanded } from '../../workspace.slice';
import type { TreeRow } from './rows';

const DELAY_MS = 600;

/** FT-08: expands a folder after a drag rests on it, and collapses it when the drag leaves or ends elsewhere. */
export function useAutoExpand(): (row: TreeRow, over: boolean) => void {
  const dispatch = useAppDispatch();
  const opened = useRef<Location[]>([]);
  const hovered = useRef<Location | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const closeOthers = useCallback(
    (around: Location | null) => {
      const leave = opened.current.filter((folder) => !around || !isWithin(around, folder));
      opened.current = opened.current.filter((folder) => !leave.includes(folder));
      leave.forEach((folder) => dispatch(folderCollapsed(folder)));
    },
    [dispatch],
  );

  useEffect(() => {
    const onDrop = ({ location }: { location: { current: { dropTargets: readonly unknown[] } } }) => {
      clearTimeout(timer.current);
      closeOthers(location.current.dropTargets.length ? hovered.current : null);
      opened.current = [];
      hovered.current = null;
    };
    return withDrag(({ combine, monitorForElements, monitorForExternal }) =>
      combine(monitorForElements({ onDrop }), monitorForExternal({ onDrop })),
    );
  }, [closeOthers]);

  return useCallback(
    (row, over) => {
      clearTimeout(timer.current);
      if (!over) return;
      hovered.current = row.entry;
      timer.current = setTimeout(() => {
        closeOthers(row.entry);
        if (!row.entry.isDirectory || row.expanded) return;
        opened.current.push(row.entry);
        dispatch(folderExpanded({ root: row.entry.root, path: row.entry.path }));
      }, DELAY_MS);
    },
    [closeOthers, dispatch],
  );
}
