import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { commit } from '../commands';
import { cellName, contains, type Cell, type Range } from '../model/address';
import { setColumnWidth, withSheet } from '../model/edits';
import { fillEdits, fillTarget } from '../model/fill';
import { MIN_WIDTH, sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { editCell } from './keys';

type Drag =
  | { kind: 'cells' | 'rows' | 'columns' }
  | { kind: 'fill'; source: Range }
  | { kind: 'width'; column: number; from: number; width: number };

/** The place under the pointer: a cell, or the head of a row or column with -1 for what it has not. */
function placeOf(target: EventTarget | null): Cell | undefined {
  const found = (target as Element | null)?.closest?.<HTMLElement>('[data-cell]')?.dataset.cell?.split(',').map(Number);
  return found ? { row: found[0]!, column: found[1]! } : undefined;
}

const placeAt = ({ clientX, clientY }: PointerEvent): Cell | undefined =>
  placeOf(document.elementFromPoint(clientX, clientY));

/** Whether a reference can follow the text of a formula. */
const TAKES_REFERENCE = /[=+\-*/^&<>(,;:%]\s*$/;

const takesReference = ({ editing }: SheetSession, place: Cell | undefined): place is Cell =>
  editing !== undefined &&
  editing.text.startsWith('=') &&
  TAKES_REFERENCE.test(editing.text) &&
  place !== undefined &&
  Math.min(place.row, place.column) >= 0;

/** Selecting, filling and changing widths with the pointer. */
export function usePointer(session: SheetSession) {
  const drag = useRef<Drag>(undefined);

  const selectTo = (kind: 'cells' | 'rows' | 'columns', to: Cell, from = session.anchor) => {
    const { rows, columns } = sizesOf(session.sheet);
    if (kind === 'cells') session.select(from, { row: Math.max(0, to.row), column: Math.max(0, to.column) });
    else if (kind === 'rows')
      session.select({ row: from.row, column: 0 }, { row: Math.max(0, to.row), column: columns - 1 });
    else session.select({ row: 0, column: from.column }, { row: rows - 1, column: Math.max(0, to.column) });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const place = placeOf(target);
    if (!place || target.closest('textarea')) return;
    const isOwn = event.button === 0;
    if (isOwn && takesReference(session, place)) return;
    if (session.editing) commit(session);
    if (isOwn && target.dataset.part === 'width')
      drag.current = {
        kind: 'width',
        column: place.column,
        from: event.clientX,
        width: target.parentElement!.offsetWidth,
      };
    else if (isOwn && target.dataset.part === 'fill') drag.current = { kind: 'fill', source: session.range };
    else {
      const kind =
        place.row < 0 && place.column >= 0 ? 'columns' : place.column < 0 && place.row >= 0 ? 'rows' : 'cells';
      const start =
        place.row < 0 && place.column < 0
          ? undefined
          : { row: Math.max(0, place.row), column: Math.max(0, place.column) };
      const { rows, columns } = sizesOf(session.sheet);
      // The menu is for the selection, if it is opened within it.
      if (!isOwn && start && contains(session.range, start)) return;
      if (!start) session.select({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 });
      else selectTo(kind, start, event.shiftKey ? session.anchor : start);
      // A finger scrolls.
      if (event.pointerType !== 'mouse' || !isOwn) return;
      drag.current = { kind };
    }
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
  };

  // While a formula is typed, a pressed cell becomes a reference in it, and its field keeps the focus.
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (event.button !== 0 || !takesReference(session, place)) return;
    event.preventDefault();
    session.edit({ ...session.editing!, text: session.editing!.text + cellName(place) });
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (!current) return;
    if (current.kind === 'width') {
      const width = Math.max(MIN_WIDTH, Math.round(current.width + event.clientX - current.from));
      event.currentTarget.style.setProperty('--resizing', `${width}px`);
      return;
    }
    scrollAtEdges(event);
    const place = placeAt(event);
    if (!place) return;
    if (current.kind === 'fill') {
      const target = fillTarget(current.source, { row: Math.max(0, place.row), column: Math.max(0, place.column) });
      session.select({ row: target.top, column: target.left }, { row: target.bottom, column: target.right });
    } else selectTo(current.kind, place);
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    drag.current = undefined;
    if (current?.kind === 'width') {
      const width = Math.max(MIN_WIDTH, Math.round(current.width + event.clientX - current.from));
      session.change(withSheet(session.book, session.active, setColumnWidth(session.sheet, current.column, width)));
    }
    if (current?.kind === 'fill')
      session.setCells(fillEdits(current.source, session.range, (row, column) => session.valueAt(row, column)));
  };

  const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
    const place = placeOf(document.elementFromPoint(clientX, clientY));
    if (place && place.row >= 0 && place.column >= 0 && !session.editing) editCell(session);
  };

  return { onPointerDown, onMouseDown, onPointerMove, onPointerUp, onDoubleClick };
}

const EDGE = 24;

function scrollAtEdges({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const scroller = currentTarget.parentElement!;
  const box = scroller.getBoundingClientRect();
  const push = (at: number, low: number, high: number) => (at < low + EDGE ? -EDGE : at > high - EDGE ? EDGE : 0);
  scroller.scrollBy(push(clientX, box.left + EDGE, box.right), push(clientY, box.top + EDGE, box.bottom));
}
