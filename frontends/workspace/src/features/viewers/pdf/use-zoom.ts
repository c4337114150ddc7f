import { useCallback, useEffect, useState, type RefObject } from 'react';

/** 'auto' fits the width up to a comfortable size; a number is a factor of the printed size. */
export type Zoom = 'auto' | 'width' | 'page' | number;

/** CSS pixels per point at 100 %. */
export const CSS_UNITS = 96 / 72;
export const ZOOM_STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5] as const;
const MIN = ZOOM_STEPS[0];
const MAX = ZOOM_STEPS.at(-1)!;
const COMFORTABLE_PX = 860;
/** Horizontal margin of a page in pixels. */
export const MARGIN = 16;

export interface Size {
  width: number;
  height: number;
}

const clamp = (value: number) => Math.min(MAX, Math.max(MIN, value));

/** Scale of a page in a pane: CSS pixels per point. */
export function scaleOf(zoom: Zoom, page: Size, pane: Size): number {
  const wide = Math.max(50, pane.width - 2 * MARGIN) / page.width;
  if (zoom === 'width') return wide;
  if (zoom === 'page') return Math.min(wide, Math.max(50, pane.height - 2 * MARGIN) / page.height);
  if (zoom === 'auto') return Math.min(wide, COMFORTABLE_PX / page.width);
  return clamp(zoom) * CSS_UNITS;
}

/** The next zoom step up or down. */
export function stepFrom(scale: number, direction: 1 | -1): number {
  const now = scale / CSS_UNITS;
  const steps = direction === 1 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  return steps.find((step) => (step - now) * direction > 0.01) ?? clamp(now);
}

/** Size of the pane, updated on resize. */
export function usePaneSize(pane: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    watch.observe(pane.current!);
    return () => watch.disconnect();
  }, [pane]);
  return size;
}

/** Ctrl+wheel and a pinch on a trackpad zoom the document instead of the whole page. */
export function useWheelZoom(pane: RefObject<HTMLElement | null>, scale: number, onZoom: (zoom: number) => void): void {
  const onWheel = useCallback(
    (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(clamp((scale / CSS_UNITS) * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300)));
    },
    [scale, onZoom],
  );
  useEffect(() => {
    const element = pane.current;
    // React's wheel listeners are passive and cannot prevent the zoom of the browser.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [pane, onWheel]);
}
