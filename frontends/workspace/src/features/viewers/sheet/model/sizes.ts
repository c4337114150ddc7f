import { LAST_COLUMN } from './address';
import { member, type Worksheet } from './workbook';

/** The grid shows no more than this of a worksheet. */
export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = LAST_COLUMN + 1;
/** Empty rows and columns behind the last cell. */
const SPARE = { rows: 40, columns: 4 };
const LEAST = { rows: 60, columns: 20 };

export interface Sizes {
  rows: number;
  columns: number;
  /** Rows and columns that hold cells. */
  usedRows: number;
  usedColumns: number;
  /** The file has more than the grid shows. */
  isCut: boolean;
}

const known = new WeakMap<Worksheet, Sizes>();

const declared = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);

export function sizesOf(sheet: Worksheet): Sizes {
  const before = known.get(sheet);
  if (before) return before;
  const usedRows = sheet.rows.length;
  let usedColumns = 0;
  for (const { cells } of sheet.rows) if (cells.length > usedColumns) usedColumns = cells.length;
  const least = member(sheet, 'minDimensions');
  const [leastColumns, leastRows] = Array.isArray(least) ? [declared(least[0]), declared(least[1])] : [0, 0];
  const rows = Math.max(usedRows + SPARE.rows, leastRows, LEAST.rows);
  const columns = Math.max(usedColumns + SPARE.columns, leastColumns, LEAST.columns);
  const sizes = {
    rows: Math.min(rows, MAX_ROWS),
    columns: Math.min(columns, MAX_COLUMNS),
    usedRows,
    usedColumns,
    isCut: usedRows > MAX_ROWS || usedColumns > MAX_COLUMNS || leastRows > MAX_ROWS || leastColumns > MAX_COLUMNS,
  };
  known.set(sheet, sizes);
  return sizes;
}

const DEFAULT_WIDTH = 108;
export const MIN_WIDTH = 32;
const MAX_WIDTH = 800;

/** Width of a column in pixels. */
export function widthOf(columns: unknown, column: number): number {
  const found: unknown = Array.isArray(columns) ? columns[column] : undefined;
  const width = typeof found === 'object' && found !== null ? Number((found as { width?: unknown }).width) : Number.NaN;
  return Number.isFinite(width) ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) : DEFAULT_WIDTH;
}

const offsets = new WeakMap<object, Map<number, number[]>>();
const NO_COLUMNS = {};

/** Where each column starts; the last entry is the width of all. */
export function offsetsOf(sheet: Worksheet): number[] {
  const columns = member(sheet, 'columns');
  const key = Array.isArray(columns) ? columns : NO_COLUMNS;
  const { columns: count } = sizesOf(sheet);
  const bySize = offsets.get(key) ?? new Map<number, number[]>();
  offsets.set(key, bySize);
  const before = bySize.get(count);
  if (before) return before;
  const starts = [0];
  for (let column = 0; column < count; column++) starts.push(starts[column]! + widthOf(columns, column));
  bySize.set(count, starts);
  return starts;
}

const MAX_HEIGHT = 800;

/** Heights that the file gives to rows, such as `{"0": {"height": 60}}`. */
export function ownHeights(sheet: Worksheet): Map<number, number> {
  const rows = member(sheet, 'rows');
  const heights = new Map<number, number>();
  if (typeof rows !== 'object' || rows === null) return heights;
  for (const [key, row] of Object.entries(rows)) {
    const height = Number((row as { height?: unknown } | null)?.height);
    if (Number.isFinite(height) && height > 0) heights.set(Number(key), Math.min(MAX_HEIGHT, Math.round(height)));
  }
  return heights;
}
