import type { Result } from '../engine/engine';
import { cellName, parseCell, type Range } from './address';
import { entriesOf } from './edits';
import { literalOf } from './literal';
import { isFormula, moved } from './references';
import { makeRow, member, withMember, type Row, type Workbook, type Worksheet } from './workbook';

type Key = number | string | boolean | null;

/** Numbers before text before true and false; empty cells stay last. */
const ORDER: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2 };
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: Key, b: Key): number {
  if (typeof a !== typeof b) return ORDER[typeof a]! - ORDER[typeof b]!;
  return typeof a === 'string' ? collator.compare(a, b as string) : Number(a) - Number(b);
}

/** The rows that sorting concerns: those of a selection, or all rows without their header. */
export function rowsToSort(sheet: Worksheet, { top, bottom }: Range): { from: number; to: number } {
  if (bottom > top) return { from: top, to: Math.min(bottom, sheet.rows.length - 1) };
  const header = sheet.rows[0]?.cells.map(literalOf) ?? [];
  const isHeader =
    header.some((value) => value !== null) && header.every((value) => value === null || typeof value === 'string');
  return { from: isHeader ? 1 : 0, to: sheet.rows.length - 1 };
}

export interface SortOrder {
  column: number;
  isDescending: boolean;
  rows: { from: number; to: number };
  result: (row: number, column: number) => Result | undefined;
}

/** Sorts rows by a column. Formulas keep reading their own row, and styles move with their cells. */
export function sortRows(
  book: Workbook,
  index: number,
  { column, isDescending, rows: { from, to }, result }: SortOrder,
): Workbook {
  const sheet = book.sheets[index]!;
  const keyOf = (row: number): Key => {
    const value = sheet.rows[row]?.cells[column];
    if (!isFormula(value)) return literalOf(value);
    const found = result(row, column);
    return typeof found === 'object' ? found.error : (found ?? null);
  };
  const keyed = Array.from({ length: Math.max(0, to - from + 1) }, (_none, at) => ({
    row: from + at,
    key: keyOf(from + at),
  }));
  const order = keyed
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.row - b.row;
      return (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)) || a.row - b.row;
    })
    .map(({ row }) => row);
  const place = (source: Row, distance: number): Row =>
    distance !== 0 && source.cells.some(isFormula)
      ? makeRow(source.cells.map((value) => (isFormula(value) ? moved(value, distance, 0) : value)))
      : source;
  const sorted = order.map((row, at) => place(sheet.rows[row]!, from + at - row));
  const rows = sheet.rows.slice(0, from).concat(sorted, sheet.rows.slice(to + 1));
  const next = moveEntries(sheet, new Map(order.map((row, at) => [row, from + at])));
  const filter = sheet.filter && { columns: sheet.filter.columns };
  return { ...book, sheets: book.sheets.with(index, { ...next, rows, filter }) };
}

function moveEntries(sheet: Worksheet, to: ReadonlyMap<number, number>): Worksheet {
  let next = sheet;
  for (const key of ['style', 'cells', 'mergeCells'] as const) {
    if (member(sheet, key) === undefined) continue;
    const entries = Object.entries(entriesOf(sheet, key)).map(([name, value]) => {
      const cell = parseCell(name);
      const row = cell && to.get(cell.row);
      return [row === undefined ? name : cellName({ row, column: cell!.column }), value];
    });
    next = withMember(next, key, Object.fromEntries(entries));
  }
  return next;
}
