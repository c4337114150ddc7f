/** A cell of one worksheet, counted from 0. */
export interface Cell {
  row: number;
  column: number;
}

/** All cells between two corners, both included. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The last row and column that spreadsheets have names for. */
export const LAST_ROW = 1_048_575;
export const LAST_COLUMN = 16_383;

/** `A`, `B` … `XFD`. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

export function columnIndex(name: string): number {
  let index = 0;
  for (const letter of name.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export const cellName = ({ row, column }: Cell): string => `${columnName(column)}${row + 1}`;

/** `B2` or `B2:D4`. */
export function rangeName({ top, left, bottom, right }: Range): string {
  const first = cellName({ row: top, column: left });
  return top === bottom && left === right ? first : `${first}:${cellName({ row: bottom, column: right })}`;
}

const CELL = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;

/** The cell with a name like `B2`; undefined for anything else. */
export function parseCell(name: string): Cell | undefined {
  const found = CELL.exec(name.trim());
  if (!found) return undefined;
  const cell = { row: Number(found[2]) - 1, column: columnIndex(found[1]!) };
  return cell.row <= LAST_ROW && cell.column <= LAST_COLUMN ? cell : undefined;
}

/** The range with a name like `B2` or `B2:D4`; undefined for anything else. */
export function parseRange(name: string): Range | undefined {
  const [from, to, more] = name.split(':');
  const first = parseCell(from ?? '');
  const last = to === undefined ? first : parseCell(to);
  return first && last && more === undefined ? rangeOf(first, last) : undefined;
}

export const rangeOf = (a: Cell, b: Cell): Range => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
});

export const contains = ({ top, left, bottom, right }: Range, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

export const isOneCell = ({ top, bottom, left, right }: Range): boolean => top === bottom && left === right;
