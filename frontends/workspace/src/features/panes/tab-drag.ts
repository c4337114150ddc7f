/** Dragging tabs, and files onto tabs. */
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { useEffect, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { draggedEntries } from '../../operations/drag';

const TAB = 'zo-tab';

/** What is dragged over tabs and panes: an open tab, or an entry of a listing or of the tree. */
export type Dragged = { tab: string } | { entry: Location };

function draggedOf(data: Record<string | symbol, unknown>): Dragged | undefined {
  if (typeof data[TAB] === 'string') return { tab: data[TAB] };
  const entries = draggedEntries(data);
  const [only] = entries ?? [];
  return only && entries?.length === 1 ? { entry: { root: only.root, path: only.path } } : undefined;
}

export const dragTab = (element: HTMLElement, tab: string): (() => void) =>
  draggable({ element, getInitialData: () => ({ [TAB]: tab }) });

export interface TabDrop {
  /** Called with the pointer while an accepted drag is over the element, with undefined when it leaves. */
  onOver: (at: { x: number; y: number } | undefined) => void;
  onDrop: (dragged: Dragged, at: { x: number; y: number }) => void;
}

export function dropTabs(element: HTMLElement, { onOver, onDrop }: TabDrop): () => void {
  const pointer = ({ current: { input } }: { current: { input: { clientX: number; clientY: number } } }) => ({
    x: input.clientX,
    y: input.clientY,
  });
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => draggedOf(source.data) !== undefined,
    onDrag: ({ location }) => onOver(pointer(location)),
    onDragLeave: () => onOver(undefined),
    onDrop: ({ source, location }) => {
      onOver(undefined);
      const dragged = draggedOf(source.data);
      if (dragged) onDrop(dragged, pointer(location));
    },
  });
}

/** What is being dragged at the moment, if panes and tabs accept it. */
export function useDragged(): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(draggedOf(source.data)),
        onDrop: () => setDragged(undefined),
      }),
    [],
  );
  return dragged;
}
