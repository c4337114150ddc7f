import { mergeAt, originOf } from '../model/merges';
import { sizesOf } from '../model/sizes';
import type { Cell } from '../model/address';
import type { SheetSession } from '../session';

/** A direction in rows and columns. */
export type Step = readonly [rows: number, columns: number];

export const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const within = (session: SheetSession, { row, column }: Cell): Cell => {
  const { rows, columns } = sizesOf(session.sheet);
  return { row: Math.min(rows - 1, Math.max(0, row)), column: Math.min(columns - 1, Math.max(0, column)) };
};

/** The cell some rows and columns further. Hidden rows do not count. */
export function stepped(session: SheetSession, from: Cell, [rows, columns]: Step): Cell {
  const direction = Math.sign(rows);
  const merge = mergeAt(session.sheet, from);
  // A merged cell is left by its far side.
  let row = merge && direction !== 0 ? (direction > 0 ? merge.bottom : merge.top) : from.row;
  const column = merge && columns !== 0 ? (columns > 0 ? merge.right : merge.left) : from.column;
  for (let left = Math.abs(rows); left > 0; left--) {
    let next = row + direction;
    while (session.isHidden(next)) next += direction;
    if (within(session, { row: next, column: 0 }).row !== next) break;
    row = next;
  }
  return originOf(session.sheet, within(session, { row, column: column + columns }));
}

/** The end of the filled cells in a direction, as Ctrl with an arrow finds it. */
export function edge(session: SheetSession, from: Cell, step: Step): Cell {
  const isFilled = ({ row, column }: Cell) => (session.valueAt(row, column) ?? '') !== '';
  const same = (a: Cell, b: Cell) => a.row === b.row && a.column === b.column;
  let cell = stepped(session, from, step);
  const isRun = isFilled(from) && isFilled(cell);
  for (;;) {
    const next = stepped(session, cell, step);
    if (same(next, cell)) return cell;
    if (isRun ? !isFilled(next) : isFilled(cell)) return cell;
    cell = next;
  }
}

/** The last cell that holds something. */
export function lastCell(session: SheetSession): Cell {
  const { usedRows, usedColumns } = sizesOf(session.sheet);
  let row = Math.max(0, usedRows - 1);
  while (row > 0 && session.isHidden(row)) row--;
  return { row, column: Math.max(0, usedColumns - 1) };
}

/** The next cell of a selection of several, row by row or column by column; it begins again at the end. */
export function nextInRange({ range, anchor }: SheetSession, [rows, columns]: Step): Cell {
  const height = range.bottom - range.top + 1;
  const width = range.right - range.left + 1;
  const [row, column] = [anchor.row - range.top, anchor.column - range.left];
  const count = height * width;
  const at = rows === 0 ? row * width + column + columns : column * height + row + rows;
  const next = ((at % count) + count) % count;
  return rows === 0
    ? { row: range.top + Math.floor(next / width), column: range.left + (next % width) }
    : { row: range.top + (next % height), column: range.left + Math.floor(next / height) };
}
