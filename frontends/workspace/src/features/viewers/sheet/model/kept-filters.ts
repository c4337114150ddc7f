import type { ColumnFilter, Workbook } from './workbook';

/** The format of the file has no place for filters, so they are kept until the page is left. */
const kept = new Map<string, ReadonlyMap<string, readonly ColumnFilter[]>>();
const MAX_KEPT = 50;

/** Keeps the filters of an open file by the names of its worksheets. */
export function keepFilters(file: string, { sheets }: Workbook): void {
  const found = sheets.filter(({ filter }) => filter).map(({ name, filter }) => [name, filter!.columns] as const);
  kept.delete(file);
  if (found.length > 0) kept.set(file, new Map(found));
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
}

/** The workbook with the filters that were kept of its file. */
export function withKeptFilters(file: string, book: Workbook): Workbook {
  const columns = kept.get(file);
  if (!columns) return book;
  const sheets = book.sheets.map((sheet) => {
    const found = columns.get(sheet.name);
    return found ? { ...sheet, filter: { columns: found } } : sheet;
  });
  return { ...book, sheets };
}
