import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { fill } from '../area-commands';
import { commit } from '../commands';
import { cellName, contains, type Cell, type Range } from '../model/address';
import { setColumnWidth, withSheet } from '../model/edits';
import { fillTarget } from '../model/fill';
import { MIN_WIDTH, sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { editCell } from './keys';
import { fitColumns } from './measure';

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

type Kind = 'cells' | 'rows' | 'columns';

/** The cell at a place, where the heads count as the first row and column. */
const cellAt = ({ row, column }: Cell): Cell => ({ row: Math.max(0, row), column: Math.max(0, column) });

function selectTo(session: SheetSession, kind: Kind, { from, to }: { from: Cell; to: Cell }): void {
  const { rows, columns } = sizesOf(session.sheet);
  if (kind === 'cells') session.select(from, to);
  else if (kind === 'rows') session.select({ row: from.row, column: 0 }, { row: to.row, column: columns - 1 });
  else session.select({ row: 0, column: from.column }, { row: rows - 1, column: to.column });
}

/** Selects what was pressed. Undefined when dragging selects no more. */
function press(session: SheetSession, place: Cell, event: PointerEvent<HTMLElement>): Drag | undefined {
  const isOwn = event.button === 0;
  const to = cellAt(place);
  if (place.row < 0 && place.column < 0) {
    const { rows, columns } = sizesOf(session.sheet);
    session.select(to, { row: rows - 1, column: columns - 1 });
    return undefined;
  }
  // The menu is for the selection, if it is opened within it.
  if (!isOwn && contains(session.range, to)) return undefined;
  const kind = place.row < 0 ? 'columns' : place.column < 0 ? 'rows' : 'cells';
  selectTo(session, kind, { from: event.shiftKey ? session.anchor : to, to });
  // A finger scrolls.
  return isOwn && event.pointerType === 'mouse' ? { kind } : undefined;
}

const widthFrom = ({ from, width }: Extract<Drag, { kind: 'width' }>, { clientX }: PointerEvent): number =>
  Math.max(MIN_WIDTH, Math.round(width + clientX - from));

function drop(session: SheetSession, dragged: Drag | undefined, event: PointerEvent): void {
  const width = dragged?.kind === 'width' ? widthFrom(dragged, event) : 0;
  if (dragged?.kind === 'width' && width !== dragged.width) {
    const sheet = setColumnWidth(session.sheet, dragged.column, width);
    session.change(withSheet(session.book, session.active, sheet));
  }
  if (dragged?.kind === 'fill') fill(session, dragged.source);
}

/** Selecting, filling and changing widths with the pointer. */
export function usePointer(session: SheetSession) {
  const drag = useRef<Drag>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const place = placeOf(target);
    if (!place || target.closest('textarea, button')) return;
    const isOwn = event.button === 0;
    if (isOwn && takesReference(session, place)) return;
    if (session.editing) commit(session);
    const { part } = target.dataset;
    const width = target.parentElement?.offsetWidth ?? 0;
    if (isOwn && part === 'width') drag.current = { kind: 'width', column: place.column, from: event.clientX, width };
    else if (isOwn && part === 'fill') drag.current = { kind: 'fill', source: session.range };
    else drag.current = press(session, place, event);
    if (drag.current && event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
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
    if (!current || current.kind === 'width') return;
    scrollAtEdges(event);
    const place = placeAt(event);
    if (!place) return;
    const to = cellAt(place);
    if (current.kind !== 'fill') return selectTo(session, current.kind, { from: session.anchor, to });
    const target = fillTarget(current.source, to);
    session.select({ row: target.top, column: target.left }, { row: target.bottom, column: target.right });
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const dragged = drag.current;
    drag.current = undefined;
    drop(session, dragged, event);
  };

  const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
    const target = document.elementFromPoint(clientX, clientY);
    const place = placeOf(target);
    if (place && (target as HTMLElement).dataset.part === 'width') return fit(session, place.column);
    if (place && place.row >= 0 && place.column >= 0 && !session.editing) editCell(session);
  };

  return { onPointerDown, onMouseDown, onPointerMove, onPointerUp, onDoubleClick };
}

/** Fits the column whose edge was pressed, or all selected ones when it is one of them. */
function fit(session: SheetSession, column: number): void {
  const { range, sheet } = session;
  const isWhole = range.top === 0 && range.bottom === sizesOf(sheet).rows - 1;
  const isOne = !isWhole || column < range.left || column > range.right;
  const count = isOne ? 1 : Math.min(range.right - range.left + 1, MAX_FITTED);
  fitColumns(
    session,
    Array.from({ length: count }, (_none, index) => (isOne ? column : range.left) + index),
  );
}

const MAX_FITTED = 100;
const EDGE = 24;

function scrollAtEdges({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const scroller = currentTarget.parentElement!;
  const box = scroller.getBoundingClientRect();
  const push = (at: number, low: number, high: number) => (at < low + EDGE ? -EDGE : at > high - EDGE ? EDGE : 0);
  scroller.scrollBy(push(clientX, box.left + EDGE, box.right), push(clientY, box.top + EDGE, box.bottom));
}
