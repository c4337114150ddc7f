import { useEffect, useState, type RefObject } from 'react';
import { inTrash, type Location } from '@zo/web/paths';
import { withDrag } from '../../operations/drag/with-drag';
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
    const node = row.current;
    if (!node) return;
    return withDrag(({ combine, dragSource, dropFolder }) =>
      combine(
        dragSource(node, () => (inTrash(entry) ? [] : dragged(entry))),
        ...(drop ? [dropFolder(node, { folder: () => drop, onOver: setOver })] : []),
      ),
    );
  }, [row, entry, drop, dragged]);
  return over;
}
