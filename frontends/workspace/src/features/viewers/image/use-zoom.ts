import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { clampZoom, scaleOf, type Size, type Zoom } from './zoom';

/** A point of the screen that keeps its place of the image. */
interface Anchor {
  x: number;
  y: number;
}

interface Held extends Anchor {
  /** Place in the image, 0 to 1 in both directions. */
  across: number;
  down: number;
}

export interface ImageZoom {
  zoom: Zoom;
  scale: number;
  /** Without an anchor the middle of the pane stays. */
  zoomTo: (zoom: Zoom, anchor?: Anchor) => void;
}

/** Size of the pane without its scroll bars, updated on resize. */
function usePaneSize(pane: RefObject<HTMLElement | null>, padding: number): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = pane.current!;
    const measure = () =>
      setSize({ width: element.offsetWidth - 2 * padding, height: element.offsetHeight - 2 * padding });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [pane, padding]);
  return size;
}

interface Parts {
  /** What scrolls. */
  pane: RefObject<HTMLElement | null>;
  /** What is scaled. */
  element: RefObject<HTMLElement | null>;
  image: Size;
  /** Of the pane, in CSS pixels. */
  padding: number;
}

/** Zooming of an image around a point. */
export function useImageZoom({ pane, element, image, padding }: Parts): ImageZoom {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const held = useRef<Held>(undefined);
  const scale = scaleOf(zoom, image, usePaneSize(pane, padding));
  const zoomTo = useCallback(
    (next: Zoom, anchor?: Anchor) => {
      const around = pane.current!.getBoundingClientRect();
      const { x, y } = anchor ?? { x: around.left + around.width / 2, y: around.top + around.height / 2 };
      const box = element.current!.getBoundingClientRect();
      held.current = { x, y, across: (x - box.left) / box.width, down: (y - box.top) / box.height };
      setZoom(next === 'fit' ? next : clampZoom(next, image));
    },
    [pane, element, image],
  );
  useLayoutEffect(() => {
    if (!held.current) return;
    const { x, y, across, down } = held.current;
    held.current = undefined;
    const box = element.current!.getBoundingClientRect();
    pane.current!.scrollLeft += box.left + across * box.width - x;
    pane.current!.scrollTop += box.top + down * box.height - y;
  }, [pane, element, scale]);
  return { zoom, scale, zoomTo };
}

/** Ctrl with the wheel, which a trackpad also sends for a pinch, and two fingers zoom. */
export function useGestures(pane: RefObject<HTMLElement | null>, { scale, zoomTo }: ImageZoom): void {
  const now = useRef(scale);
  now.current = scale;
  useEffect(() => {
    const element = pane.current!;
    const stop = new AbortController();
    const options = { passive: false, signal: stop.signal };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300);
      zoomTo(now.current * factor, { x: event.clientX, y: event.clientY });
    };
    let pinch: { distance: number; scale: number } | undefined;
    const onTouch = (event: TouchEvent) => {
      const [one, two] = event.touches;
      if (!one || !two) return void (pinch = undefined);
      event.preventDefault();
      const distance = Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY));
      pinch ??= { distance, scale: now.current };
      zoomTo((pinch.scale * distance) / pinch.distance, {
        x: (one.clientX + two.clientX) / 2,
        y: (one.clientY + two.clientY) / 2,
      });
    };
    element.addEventListener('wheel', onWheel, options);
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      element.addEventListener(name, onTouch, options);
    return () => stop.abort();
  }, [pane, zoomTo]);
}
