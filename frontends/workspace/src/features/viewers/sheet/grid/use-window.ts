import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RowPlaces } from '../model/row-places';
import { followView } from './follow-view';

/** The part of the grid that is drawn: rows and columns, both ends included. */
export interface GridWindow {
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** Rows that fit into the window. */
  page: number;
}

interface Layout {
  rowHeight: number;
  places: RowPlaces;
  /** Where each column starts; the last entry is the width of all. */
  offsets: readonly number[];
}

const OVERSCAN = { rows: 6, columns: 2 };
/** Windows start at multiples of this, so that most steps of scrolling draw nothing. */
const STRIDE = 4;
/** The same for columns: another column makes every row look at all of its cells. */
const COLUMN_STRIDE = 2;
/** Rows of which only a part is seen, at the top and at the bottom. */
const PARTS = 2;

/** The last column that starts at or before a place. */
export function columnAt(offsets: readonly number[], x: number): number {
  let [low, high] = [0, offsets.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (offsets[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

function windowOf(element: HTMLElement, { rowHeight, places, offsets }: Layout, overscan: number): GridWindow {
  const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
  const first = Math.floor(element.scrollTop / rowHeight) - overscan;
  const start = Math.max(0, Math.floor(first / STRIDE) * STRIDE);
  const left = Math.floor(columnAt(offsets, element.scrollLeft) / COLUMN_STRIDE) * COLUMN_STRIDE;
  // As far as is seen until the window moves on, so that both sides do at once.
  const end = offsets[Math.min(left + COLUMN_STRIDE, offsets.length - 1)]! + element.clientWidth;
  return {
    top: places.at(start * rowHeight),
    bottom: places.at((start + page + 2 * overscan + STRIDE + PARTS) * rowHeight),
    left: Math.max(0, left - OVERSCAN.columns),
    right: Math.min(offsets.length - 2, columnAt(offsets, end) + OVERSCAN.columns),
    page,
  };
}

/** Whether most rows of a window have to be drawn. */
function isJump(before: GridWindow, next: GridWindow): boolean {
  const kept = Math.min(before.bottom, next.bottom) - Math.max(before.top, next.top) + 1;
  return kept < (next.bottom - next.top + 1) / 2;
}

const NONE: GridWindow = { top: 0, bottom: -1, left: 0, right: -1, page: 1 };

/**
 * SH-01: follows scrolling and size, and changes only when other cells have to be drawn. After a jump the rows that are
 * seen are drawn first, and those around them in the next frame.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, layout: Layout): GridWindow {
  const [shown, setShown] = useState(NONE);
  const last = useRef(NONE);
  const { rowHeight, places, offsets } = layout;
  useLayoutEffect(() => {
    const element = scroller.current!;
    let frame = 0;
    const draw = (isWhole: boolean) => {
      const before = last.current;
      let next = windowOf(element, { rowHeight, places, offsets }, OVERSCAN.rows);
      cancelAnimationFrame(frame);
      if (!isWhole && isJump(before, next)) {
        next = windowOf(element, { rowHeight, places, offsets }, 0);
        frame = requestAnimationFrame(() => draw(true));
      }
      if (Object.entries(next).every(([key, value]) => before[key as keyof GridWindow] === value)) return;
      last.current = next;
      setShown(next);
    };
    const leave = followView(element, () => draw(false));
    return () => {
      leave();
      cancelAnimationFrame(frame);
    };
  }, [scroller, rowHeight, places, offsets]);
  return shown;
}
