import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Selection } from './selection';
import type { Listing } from './use-listing';

/** The lasso rectangle, in pixels of the scrolled content. */
export interface Lasso {
  left: number;
  top: number;
  width: number;
  height: number;
}

const THRESHOLD = 6;

/** Draws a rectangle from empty space and selects the rows that `touched` names. */
export function useLasso(
  scroller: RefObject<HTMLElement | null>,
  listing: Listing,
  touched: (lasso: Lasso) => readonly string[],
) {
  const [lasso, setLasso] = useState<Lasso | null>(null);
  const start = useRef<{ x: number; y: number; base: Selection['names']; live: boolean } | null>(null);

  const point = (event: PointerEvent) => {
    const box = scroller.current!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top + scroller.current!.scrollTop };
  };
  return {
    lasso,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const target = event.target as Element;
        if (event.button !== 0 || event.pointerType === 'touch' || target.closest('[data-row]')) return;
        // Ignore a press on the scrollbar.
        if (event.nativeEvent.offsetX > scroller.current!.clientWidth) return;
        start.current = {
          ...point(event),
          base: event.ctrlKey || event.metaKey || event.shiftKey ? listing.selection.names : new Set(),
          live: false,
        };
        if (start.current.base.size === 0) listing.setSelection((now) => ({ ...now, names: new Set() }));
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current;
        if (!from) return;
        const to = point(event);
        if (!from.live && Math.hypot(to.x - from.x, to.y - from.y) < THRESHOLD) return;
        if (!from.live) scroller.current?.setPointerCapture(event.pointerId);
        from.live = true;
        const drawn = {
          left: Math.min(from.x, to.x),
          top: Math.min(from.y, to.y),
          width: Math.abs(to.x - from.x),
          height: Math.abs(to.y - from.y),
        };
        setLasso(drawn);
        listing.setSelection((now) => ({ ...now, names: new Set([...from.base, ...touched(drawn)]) }));
      },
      onPointerUp: () => {
        start.current = null;
        setLasso(null);
      },
      onPointerCancel: () => {
        start.current = null;
        setLasso(null);
      },
    },
  };
}
