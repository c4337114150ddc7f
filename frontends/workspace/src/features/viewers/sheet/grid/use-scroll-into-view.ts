import { useEffect, type RefObject } from 'react';
import type { RowPlaces } from '../model/row-places';
import { sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { HEAD } from './head';

interface Layout {
  places: RowPlaces;
  offsets: readonly number[];
  frozen: { rows: number; columns: number };
}

/** Scrolls as little as needed to show the end of the selection after it moved. */
export function useScrollIntoView(
  scroller: RefObject<HTMLElement | null>,
  session: SheetSession,
  { places, offsets, frozen }: Layout,
): void {
  const { row, column } = session.head;
  useEffect(() => {
    const element = scroller.current!;
    const head = { top: HEAD.height + places.top(frozen.rows), left: HEAD.width + offsets[frozen.columns]! };
    const [top, left, right] = [
      HEAD.height + places.top(row),
      HEAD.width + offsets[column]!,
      HEAD.width + offsets[column + 1]!,
    ];
    // The end of a whole row or column is of no interest.
    const isWhole = session.range.left === 0 && column === offsets.length - 2;
    const isTall = session.range.top !== session.range.bottom && row === sizesOf(session.sheet).rows - 1;
    if (row >= frozen.rows && !isTall) {
      if (top < element.scrollTop + head.top) element.scrollTop = top - head.top;
      else if (top + places.height(row) > element.scrollTop + element.clientHeight)
        element.scrollTop = top + places.height(row) - element.clientHeight;
    }
    if (column >= frozen.columns && !isWhole) {
      if (left < element.scrollLeft + head.left) element.scrollLeft = left - head.left;
      else if (right > element.scrollLeft + element.clientWidth)
        element.scrollLeft = Math.min(left - head.left, right - element.clientWidth);
    }
  }, [scroller, row, column]);
}
