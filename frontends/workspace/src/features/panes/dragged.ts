import { useEffect, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { draggedEntries } from '../../operations/drag/dragged-entries';
import { withDrag } from '../../operations/drag/with-drag';

export const TAB = 'zo-tab';

/** What is dragged over tabs and panes: an open tab, or an entry of a listing or of the tree. */
export type Dragged = { tab: string } | { entry: Location };

export function draggedOf(data: Record<string | symbol, unknown>): Dragged | undefined {
  if (typeof data[TAB] === 'string') return { tab: data[TAB] };
  const entries = draggedEntries(data);
  const [only] = entries ?? [];
  return only && entries?.length === 1 ? { entry: { root: only.root, path: only.path } } : undefined;
}

/** What is being dragged at the moment, if panes and tabs accept it. */
export function useDragged(): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  useEffect(
    () =>
      withDrag(({ monitorForElements }) =>
        monitorForElements({
          onDragStart: ({ source }) => setDragged(draggedOf(source.data)),
          onDrop: () => setDragged(undefined),
        }),
      ),
    [],
  );
  return dragged;
}
