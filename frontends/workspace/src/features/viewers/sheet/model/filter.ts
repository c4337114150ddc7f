import type { Range } from './address';
import { literalOf, typed } from './literal';
import { rowsToSort } from './sort';
import type { ColumnFilter, Condition, Value, Worksheet } from './workbook';

/** What the grid shows of a cell, and what it counts as. */
export interface Read {
  text: string;
  value: Value;
}

export type Reader = (row: number, column: number) => Read;

interface Rows {
  from: number;
  to: number;
}

const NO_ROWS: ReadonlySet<number> = new Set();
const NO_SELECTION: Range = { top: 0, bottom: 0, left: 0, right: 0 };
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const plain = (text: string): string => text.trim().toLowerCase();

/** The rows that filters choose from: those with cells, without the header and the rows that stay in view. */
export function filterableRows(sheet: Worksheet, frozenRows: number): Rows {
  const { from, to } = rowsToSort(sheet, NO_SELECTION);
  const isFilled = (row: number) => sheet.rows[row]!.cells.some((value) => value !== null && value !== '');
  let last = to;
  while (last >= from && !isFilled(last)) last--;
  return { from: Math.max(from, frozenRows), to: last };
}

/** -1, 0 or 1 as the cell is less than, equal to or greater than the typed value. */
function compare({ text, value }: Read, typedText: string): number {
  const wanted = literalOf(typed(typedText).value);
  if (typeof wanted === 'number') return typeof value === 'number' ? Math.sign(value - wanted) : Number.NaN;
  return text === '' ? Number.NaN : Math.sign(collator.compare(text.trim(), typedText.trim()));
}

const OPERATORS: Readonly<Record<Condition['operator'], (cell: Read, value: string) => boolean>> = {
  contains: ({ text }, value) => plain(text).includes(plain(value)),
  equals: (cell, value) => plain(cell.text) === plain(value) || compare(cell, value) === 0,
  greater: (cell, value) => compare(cell, value) > 0,
  less: (cell, value) => compare(cell, value) < 0,
  empty: ({ text }) => text === '',
  filled: ({ text }) => text !== '',
};

const matches = ({ values, condition }: ColumnFilter, cell: Read): boolean =>
  (!values || values.has(cell.text)) && (!condition || OPERATORS[condition.operator](cell, condition.value));

/** The rows that the filters of a worksheet hide. */
export function hiddenRows(columns: readonly ColumnFilter[], { from, to }: Rows, read: Reader): ReadonlySet<number> {
  if (columns.length === 0) return NO_ROWS;
  const hidden = new Set<number>();
  for (let row = from; row <= to; row++)
    if (!columns.every((filter) => matches(filter, read(row, filter.column)))) hidden.add(row);
  return hidden;
}

/** The values of a column that its filter can choose from, in order: those of rows that the other filters show. */
export function valuesOf(
  columns: readonly ColumnFilter[],
  column: number,
  { rows: { from, to }, read }: { rows: Rows; read: Reader },
): string[] {
  const others = columns.filter((filter) => filter.column !== column);
  const found = new Set<string>();
  for (let row = from; row <= to; row++)
    if (others.every((filter) => matches(filter, read(row, filter.column)))) found.add(read(row, column).text);
  return [...found].toSorted(collator.compare);
}

/** The filters with that of one column set, or removed when it chooses nothing. */
export function withFilter(columns: readonly ColumnFilter[], filter: ColumnFilter): readonly ColumnFilter[] {
  const others = columns.filter(({ column }) => column !== filter.column);
  return filter.values || filter.condition ? [...others, filter] : others;
}
