import { useRef, type MouseEvent, type PointerEvent } from 'react';

/** ED-01: how far the pointer moves between press and release before that is a drag; in CSS pixels. */
const DRAG_THRESHOLD = 10;

/** Handlers of a row of buttons that scrolls: a press that was dragged is no click on one of them. */
export function useDragCancel() {
  const pressed = useRef<{ readonly x: number; readonly y: number }>(null);
  return {
    onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
      pressed.current = { x, y };
    },
    onClickCapture: (event: MouseEvent) => {
      const from = pressed.current;
      pressed.current = null;
      // A click with the keyboard has no place.
      if (!from || event.detail === 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) <= DRAG_THRESHOLD)
        return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
