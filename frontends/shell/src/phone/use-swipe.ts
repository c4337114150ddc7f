import { useEffect, useRef, type RefObject } from 'react';

const EDGE_PX = 24;
const FAR_PX = 56;

/** A finished touch movement: where it started and how far it went. */
interface Way {
  fromX: number;
  dx: number;
  dy: number;
}

/** Calls back at the end of a one-finger swipe over `element`, or over the whole page. */
function useSwipe(accepts: (way: Way) => boolean, done: () => void, element?: RefObject<HTMLElement | null>): void {
  const latest = useRef({ accepts, done });
  latest.current = { accepts, done };
  useEffect(() => {
    const target: EventTarget = element ? element.current! : document;
    if (!target) return;
    let start: { x: number; y: number } | undefined;
    const down = (event: Event) => {
      const { touches } = event as TouchEvent;
      start = touches.length === 1 ? { x: touches[0]!.clientX, y: touches[0]!.clientY } : undefined;
    };
    const up = (event: Event) => {
      const end = (event as TouchEvent).changedTouches[0];
      if (!start || !end) return;
      const way = { fromX: start.x, dx: end.clientX - start.x, dy: end.clientY - start.y };
      start = undefined;
      if (latest.current.accepts(way)) latest.current.done();
    };
    target.addEventListener('touchstart', down, { passive: true });
    target.addEventListener('touchend', up, { passive: true });
    return () => {
      target.removeEventListener('touchstart', down);
      target.removeEventListener('touchend', up);
    };
  }, [element]);
}

/** Swipe from the left edge inwards. */
export const useEdgeSwipe = (done: () => void): void =>
  useSwipe(({ fromX, dx, dy }) => fromX <= EDGE_PX && dx >= FAR_PX && Math.abs(dy) < dx, done);

/** Swipe to the left over an element. */
export const useSwipeLeft = (element: RefObject<HTMLElement | null>, done: () => void): void =>
  useSwipe(({ dx, dy }) => dx <= -FAR_PX && Math.abs(dy) < -dx, done, element);

/** Swipe down over an element. */
export const useSwipeDown = (element: RefObject<HTMLElement | null>, done: () => void): void =>
  useSwipe(({ dx, dy }) => dy >= FAR_PX && Math.abs(dx) < dy, done, element);
