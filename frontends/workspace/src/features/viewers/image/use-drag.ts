import { useState, type PointerEvent } from 'react';

/** Moves what a pane shows by dragging it. Fingers scroll by themselves. */
export function useDrag() {
  const [dragged, setDragged] = useState(false);
  return {
    dragged,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { currentTarget: pane, pointerId, pointerType, button, target } = event;
        if (pointerType !== 'mouse' || button !== 0 || target === pane) return;
        pane.setPointerCapture(pointerId);
        setDragged(true);
      },
      onPointerMove: ({ currentTarget: pane, movementX, movementY }: PointerEvent<HTMLElement>) => {
        if (!dragged) return;
        pane.scrollLeft -= movementX;
        pane.scrollTop -= movementY;
      },
      onPointerUp: () => setDragged(false),
      onPointerCancel: () => setDragged(false),
      onLostPointerCapture: () => setDragged(false),
    },
  };
}
