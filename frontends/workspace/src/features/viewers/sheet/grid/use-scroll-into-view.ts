import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { RowPlaces } from '../model/row-places';
import { sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { followView } from './follow-view';
import { HEAD } from './head';

interface Layout {
  places: RowPlaces;
  offsets: readonly number[];
  frozen: { rows: number; columns: number };
}

/**
 * The part of the sheet that is seen, as it was last told: asking for it after a key makes the browser lay out twice.
 */
function useView(scroller: RefObject<HTMLElement | null>) {
  const view = useRef({ top: 0, left: 0, height: 0, width: 0 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    return followView(element, () => {
      const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = element;
      view.current = { top, left, height, width };
    });
  }, [scroller]);
  return view;
}

/** Scrolls as little as needed to show the end of the selection after it moved; another worksheet begins at its top. */
export function useScrollIntoView(
  scroller: RefObject<HTMLElement | null>,
  session: SheetSession,
  { places, offsets, frozen }: Layout,
): void {
  const view = useView(scroller);
  const shown = useRef<readonly unknown[]>([]);
  const reveal = () => {
    const element = scroller.current!;
    const seen = view.current;
    const { active } = session;
    const { row, column } = session.head;
    const scroll = (to: { top?: number; left?: number }) => {
      Object.assign(seen, to);
      if (to.top !== undefined) element.scrollTop = to.top;
      if (to.left !== undefined) element.scrollLeft = to.left;
    };
    const isOther = shown.current[0] !== session || shown.current[1] !== active;
    shown.current = [session, active];
    if (isOther) scroll({ top: 0, left: 0 });
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
      const bottom = top + places.height(row);
      if (top < seen.top + head.top) scroll({ top: top - head.top });
      else if (bottom > seen.top + seen.height) scroll({ top: bottom - seen.height });
    }
    if (column >= frozen.columns && !isWhole) {
      if (left < seen.left + head.left) scroll({ left: left - head.left });
      else if (right > seen.left + seen.width) scroll({ left: Math.min(left - head.left, right - seen.width) });
    }
  };
  useEffect(() => {
    session.grid.reveal = reveal;
  });
  useEffect(reveal, [scroller, view, session, session.active, session.head.row, session.head.column]);
}
