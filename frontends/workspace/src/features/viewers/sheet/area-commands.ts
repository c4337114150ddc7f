import { toast } from '@zo/web/ui';
import { formatCount } from '@zo/web/format';
import { styledRange } from './commands';
import { AREA } from './messages';
import { cellName, type Range } from './model/address';
import { setBorders, type Borders } from './model/borders';
import { setCells, withSheet, type CellEdit } from './model/edits';
import { fillEdits } from './model/fill';
import { addMerges, isCovered, mergedRanges, overlaps, removeMerges } from './model/merges';
import type { SheetSession } from './session';

/** Merged cells that the selection has. */
export const mergesWithin = ({ sheet, range }: SheetSession): readonly Range[] =>
  mergedRanges(sheet).filter((merge) => overlaps(merge, range));

/** Merges the selected cells. The first value stays; what is lost is said, and comes back with undo. */
export function merge(session: SheetSession): void {
  const range = styledRange(session);
  if (!range || (range.top === range.bottom && range.left === range.right)) return;
  const filled: CellEdit[] = [];
  for (let row = range.top; row <= range.bottom; row++)
    for (let column = range.left; column <= range.right; column++) {
      const value = session.valueAt(row, column);
      if (value !== null && value !== '') filled.push({ row, column, value });
    }
  const [first] = filled;
  const kept = first && { row: range.top, column: range.left, value: first.value };
  const edits = [...filled.map((cell): CellEdit => ({ ...cell, value: '' })), ...(kept ? [kept] : [])];
  const book = setCells(session.book, session.active, edits);
  session.change(withSheet(book, session.active, addMerges(book.sheets[session.active]!, [range])));
  session.select({ row: range.top, column: range.left });
  if (filled.length > 1) say(session, AREA.merged(formatCount(filled.length - 1, 'value'), cellName(first!)));
}

/** Says what a command removed, with the way back as long as it was the last one. */
function say(session: SheetSession, message: string): void {
  const { book } = session;
  const undo = () => session.book === book && session.undo();
  toast(message, { action: { label: 'Undo', onClick: undo } });
}

export function unmerge(session: SheetSession): void {
  session.change(withSheet(session.book, session.active, removeMerges(session.sheet, session.range)));
}

export function changeBorders(session: SheetSession, borders: Borders): void {
  const range = styledRange(session);
  if (!range) return;
  const { isHidden } = session;
  session.change(withSheet(session.book, session.active, setBorders(session.sheet, borders, { range, isHidden })));
}

/** Merged cells of the source, again in each part of the target that it fills as a whole. */
function filledMerges(session: SheetSession, source: Range): Range[] {
  const target = session.range;
  const own = mergedRanges(session.sheet).filter((merge) => overlaps(merge, source));
  const [height, width] = [source.bottom - source.top + 1, source.right - source.left + 1];
  const copies: Range[] = [];
  for (let top = source.top; top + height - 1 <= target.bottom; top += height)
    for (let left = source.left; left + width - 1 <= target.right; left += width)
      for (const each of own) {
        const [down, across] = [top - source.top, left - source.left];
        copies.push({
          top: each.top + down,
          bottom: each.bottom + down,
          left: each.left + across,
          right: each.right + across,
        });
      }
  return own.length === 0 ? [] : copies;
}

/** Fills the selection from the part of it where dragging began. */
export function fill(session: SheetSession, source: Range): void {
  const { sheet, range, isHidden } = session;
  const merged = withSheet(session.book, session.active, addMerges(sheet, filledMerges(session, source)));
  const edits = fillEdits(source, range, { read: (row, column) => session.valueAt(row, column), isHidden });
  const shown = edits.filter((cell) => !isCovered(merged.sheets[session.active]!, cell));
  session.change(setCells(merged, session.active, shown));
}
