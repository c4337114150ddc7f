/** Dragging tabs, and files onto tabs. */
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { draggedOf, TAB, type Dragged } from './dragged';

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
