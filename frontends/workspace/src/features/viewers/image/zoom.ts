/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** `fit` shows all of an image in the pane, never larger than it is; a number is CSS pixels per pixel. */
export type Zoom = 'fit' | number;

export const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16] as const;
/** Larger elements are not painted whole. */
const MAX_SIDE = 32_000;

/** Scale of an image in a pane. */
export function scaleOf(zoom: Zoom, image: Size, pane: Size): number {
  if (zoom !== 'fit') return zoom;
  const fit = Math.min(1, pane.width / image.width, pane.height / image.height);
  return Number.isFinite(fit) && fit > 0 ? fit : 1;
}

export const clampZoom = (scale: number, { width, height }: Size): number =>
  Math.max(STEPS[0], Math.min(scale, STEPS.at(-1)!, Math.max(1, MAX_SIDE / Math.max(width, height, 1))));

/** The next step up or down. */
export function stepFrom(scale: number, direction: 1 | -1): number {
  const steps = direction === 1 ? STEPS : STEPS.toReversed();
  return steps.find((step) => (step - scale) * direction > 0.001) ?? scale;
}
