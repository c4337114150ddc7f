import { useEffect, useState, type RefObject } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { inTrash, type Location } from '@zo/web/paths';
import { dragSource, dropFolder } from '../../operations/drag';
import type { Entry } from '../../workspace.slice';

/** Makes a row draggable and, for a folder, a drop target. True while a drag is over it. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  entry: Entry,
  dragged: (entry: Entry) => Entry[],
): boolean {
  const [over, setOver] = useState(false);
  const drop: Location | null = entry.isDirectory && !inTrash(entry) ? entry : null;
  useEffect(() => {
    if (!row.current) return;
    return combine(
      dragSource(row.current, () => (inTrash(entry) ? [] : dragged(entry))),
      ...(drop ? [dropFolder(row.current, { folder: () => drop, onOver: setOver })] : []),
    );
  }, [row, entry, drop, dragged]);
  return over;
}
