import type { Result } from '../engine/engine';
import { entriesOf } from './edits';
import { cellName, type Cell } from './address';
import { filterableRows, hiddenRows, type Reader } from './filter';
import { show } from './format';
import { frozenIn } from './frozen';
import { literalOf } from './literal';
import { isFormula } from './references';
import type { Workbook, Worksheet } from './workbook';

type ResultOf = (row: number, column: number) => Result | undefined;

/** The number format of a cell. */
export function maskIn(sheet: Worksheet, cell: Cell): string | undefined {
  const own = entriesOf(sheet, 'cells')[cellName(cell)];
  const mask = typeof own === 'object' && own !== null ? (own as { mask?: unknown }).mask : undefined;
  return typeof mask === 'string' ? mask : undefined;
}

/** What filters compare. */
export const readerOf =
  (sheet: Worksheet, resultOf: ResultOf): Reader =>
  (row, column) => {
    const value = sheet.rows[row]?.cells[column] ?? null;
    const result = isFormula(value) ? resultOf(row, column) : undefined;
    const { text } = show(value, { result, mask: maskIn(sheet, { row, column }) });
    if (!isFormula(value)) return { text, value: literalOf(value) };
    return { text, value: typeof result === 'object' ? null : (result ?? null) };
  };

/** Hides the rows that the filters of a worksheet do not show. */
export function applyFilter(sheet: Worksheet, resultOf: ResultOf): Worksheet {
  if (!sheet.filter) return sheet;
  const { columns } = sheet.filter;
  if (columns.length === 0) return { ...sheet, filter: undefined };
  const rows = filterableRows(sheet, frozenIn(sheet).rows);
  return { ...sheet, filter: { columns, hidden: hiddenRows(columns, rows, readerOf(sheet, resultOf)) } };
}

/**
 * Applies filters that changed. Those of rows edited in place wait, because a row must not vanish while it is typed.
 */
export function applyFilters(book: Workbook, resultOf: (sheet: number) => ResultOf): Workbook {
  const sheets = book.sheets.map((sheet, index) =>
    !sheet.filter || sheet.filter.hidden ? sheet : applyFilter(sheet, resultOf(index)),
  );
  return sheets.every((sheet, index) => sheet === book.sheets[index]) ? book : { ...book, sheets };
}

/** The workbook with the filters of another state of it, by name. Worksheets whose rows moved are filtered again. */
export function withFiltersOf(before: Workbook, book: Workbook): Workbook {
  const sheets = book.sheets.map((sheet) => {
    const old = before.sheets.find(({ name }) => name === sheet.name);
    if (!old?.filter) return sheet;
    return { ...sheet, filter: old.rows.length === sheet.rows.length ? old.filter : { columns: old.filter.columns } };
  });
  return { ...book, sheets };
}
