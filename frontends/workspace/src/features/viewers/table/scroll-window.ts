/** Browsers do not lay out boxes that are much higher. */
export const MAX_HEIGHT = 8_000_000;

/** Where a list of any length is scrolled to: `top` in pixels of all its rows, `scrollTop` in the box that scrolls. */
export interface ScrollWindow {
  top: number;
  scrollTop: number;
}

export interface Sizes {
  /** Height of all rows. */
  full: number;
  /** Height of what is seen. */
  view: number;
}

/** Height of the box, which is lower than its rows if there are too many. */
export const boxHeight = ({ full }: Sizes): number => Math.min(full, MAX_HEIGHT);

const room = (height: number, view: number) => Math.max(0, height - view);

/** The place in the box that belongs to a place in the rows. */
export function scrollTopOf(top: number, sizes: Sizes): number {
  const rows = room(sizes.full, sizes.view);
  const box = room(boxHeight(sizes), sizes.view);
  return rows === box || rows === 0 ? Math.min(top, box) : (Math.min(top, rows) / rows) * box;
}

/**
 * Follows a scroll. In a box that is lower than its rows, short ways are pixels of the rows, as of a wheel; long ways
 * are shares of all rows, as of a dragged scroll bar.
 */
export function follow(before: ScrollWindow, scrollTop: number, sizes: Sizes): ScrollWindow {
  const rows = room(sizes.full, sizes.view);
  const box = room(boxHeight(sizes), sizes.view);
  if (rows === box) return { top: scrollTop, scrollTop };
  const way = scrollTop - before.scrollTop;
  if (scrollTop <= 0 && before.top - sizes.view * 2 <= 0) return { top: 0, scrollTop };
  const top = Math.abs(way) <= sizes.view * 2 ? before.top + way : (scrollTop / box) * rows;
  return { top: Math.min(rows, Math.max(0, top)), scrollTop };
}
