import { columnName, parseCell, type Cell, type Range } from './address';
import { splicedFilter } from './spliced-filter';
import { splicedMerges } from './merges';
import { afterRename, afterSplice, isFormula, type Splice } from './references';
import {
  emptyRow,
  freeName,
  makeRow,
  member,
  withMember,
  type Row,
  type Value,
  type Workbook,
  type Worksheet,
} from './workbook';

export interface CellEdit extends Cell {
  value: Value;
}

/** Replaces one worksheet. */
export const withSheet = (book: Workbook, index: number, sheet: Worksheet): Workbook =>
  sheet === book.sheets[index] ? book : { ...book, sheets: book.sheets.with(index, sheet) };

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === '';

/** Sets cells; rows and columns that are missing up to them are added. */
export function setCells(book: Workbook, index: number, edits: readonly CellEdit[]): Workbook {
  const sheet = book.sheets[index]!;
  const byRow = Map.groupBy(edits, ({ row }) => row);
  const rows = [...sheet.rows];
  for (const [row, changes] of byRow) {
    const cells = [...(rows[row]?.cells ?? [])];
    let isChanged = false;
    for (const { column, value } of changes) {
      const before = cells[column];
      if (before === value || (isEmpty(before) && isEmpty(value))) continue;
      while (cells.length < column) cells.push('');
      cells[column] = value;
      isChanged = true;
    }
    if (!isChanged) continue;
    while (rows.length <= row) rows.push(emptyRow());
    rows[row] = makeRow(cells);
  }
  return withSheet(book, index, { ...sheet, rows });
}

/** Style, format or another entry of a cell, by its name. */
export type Entries = Record<string, unknown>;

export const entriesOf = (sheet: Worksheet, key: 'style' | 'cells' | 'mergeCells'): Entries => {
  const found = member(sheet, key);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Entries) : {};
};

function spliceEntries(entries: Entries, { axis, at, count }: Splice): Entries {
  const next: Entries = {};
  for (const [name, value] of Object.entries(entries)) {
    const cell = parseCell(name);
    if (!cell) next[name] = value;
    else if (cell[axis] < at) next[name] = value;
    else if (count > 0 || cell[axis] >= at - count) {
      cell[axis] += count;
      next[`${columnName(cell.column)}${cell.row + 1}`] = value;
    }
  }
  return next;
}

const splicedList = <T>(list: readonly T[], { at, count }: Splice, made: T): T[] => {
  if (at >= list.length) return [...list];
  return count > 0 ? list.toSpliced(at, 0, ...new Array<T>(count).fill(made)) : list.toSpliced(at, -count);
};

function spliceRows(sheet: Worksheet, splice: Splice): readonly Row[] {
  if (splice.axis === 'row') return splicedList(sheet.rows, splice, emptyRow());
  return sheet.rows.map((row) =>
    row.cells.length <= splice.at ? row : makeRow(splicedList<Value>(row.cells, splice, '')),
  );
}

function spliceMembers(sheet: Worksheet, splice: Splice): Worksheet {
  let next = sheet;
  for (const key of ['style', 'cells'] as const)
    if (member(sheet, key) !== undefined) next = withMember(next, key, spliceEntries(entriesOf(sheet, key), splice));
  if (member(sheet, 'mergeCells') !== undefined) next = withMember(next, 'mergeCells', splicedMerges(sheet, splice));
  const columns = member(sheet, 'columns');
  if (splice.axis === 'column' && Array.isArray(columns))
    next = withMember(next, 'columns', splicedList<unknown>(columns, splice, {}));
  if (sheet.filter) next = { ...next, filter: splicedFilter(sheet.filter, splice) };
  const sizes = member(sheet, 'minDimensions');
  if (!Array.isArray(sizes)) return next;
  const side = splice.axis === 'row' ? 1 : 0;
  const size = Math.max(1, (Number(sizes[side]) || 0) + splice.count);
  return withMember(next, 'minDimensions', sizes.with(side, size));
}

function mapFormulas(sheet: Worksheet, change: (formula: string) => string): Worksheet {
  let isChanged = false;
  const rows = sheet.rows.map((row) => {
    if (!row.cells.some(isFormula)) return row;
    const cells = row.cells.map((value) => (isFormula(value) ? change(value) : value));
    if (cells.every((value, at) => value === row.cells[at])) return row;
    isChanged = true;
    return makeRow(cells);
  });
  return isChanged ? { ...sheet, rows } : sheet;
}

/** Inserts or deletes rows or columns; formulas of all worksheets follow what they refer to. */
export function spliceSheet(book: Workbook, index: number, splice: Splice): Workbook {
  const name = book.sheets[index]!.name.toLowerCase();
  const sheets = book.sheets.map((sheet, at) => {
    const own = at === index ? { ...spliceMembers(sheet, splice), rows: spliceRows(sheet, splice) } : sheet;
    const isHit = (to: string | undefined) => (to === undefined ? at === index : to.toLowerCase() === name);
    return mapFormulas(own, (formula) => afterSplice(formula, splice, isHit));
  });
  return { ...book, sheets };
}

/** Changes an entry of every cell of a range that is not hidden; `undefined` removes it. */
export function setEntries(
  sheet: Worksheet,
  key: 'style' | 'cells',
  {
    range,
    isHidden,
    change,
  }: { range: Range; isHidden: (row: number) => boolean; change: (before: unknown, cell: Cell) => unknown },
): Worksheet {
  const entries = { ...entriesOf(sheet, key) };
  for (let row = range.top; row <= range.bottom; row++) {
    if (isHidden(row)) continue;
    for (let column = range.left; column <= range.right; column++) {
      const name = `${columnName(column)}${row + 1}`;
      const next = change(entries[name], { row, column });
      if (next === undefined) delete entries[name];
      else entries[name] = next;
    }
  }
  return withMember(sheet, key, Object.keys(entries).length > 0 ? entries : undefined);
}

export function setColumnWidth(sheet: Worksheet, column: number, width: number): Worksheet {
  const found = member(sheet, 'columns');
  const columns: unknown[] = Array.isArray(found) ? [...found] : [];
  while (columns.length <= column) columns.push({});
  return withMember(sheet, 'columns', columns.with(column, { ...(columns[column] as object), width }));
}

export function addSheet(book: Workbook): Workbook {
  const name = freeName(new Set(book.sheets.map((sheet) => sheet.name.toLowerCase())));
  const members = [
    { key: 'worksheetName', source: '""' },
    { key: 'minDimensions', source: '[8,20]' },
  ];
  return { ...book, sheets: [...book.sheets, { name, rows: [], members }] };
}

export const deleteSheet = (book: Workbook, index: number): Workbook => ({
  ...book,
  sheets: book.sheets.toSpliced(index, 1),
});

export const moveSheet = (book: Workbook, from: number, to: number): Workbook => ({
  ...book,
  sheets: book.sheets.toSpliced(from, 1).toSpliced(to, 0, book.sheets[from]!),
});

/** Renames a worksheet, also in the formulas that name it. */
export function renameSheet(book: Workbook, index: number, name: string): Workbook {
  const before = book.sheets[index]!.name;
  const sheets = book.sheets.map((sheet, at) => {
    const next = mapFormulas(sheet, (formula) => afterRename(formula, before, name));
    return at === index ? { ...next, name } : next;
  });
  return { ...book, sheets };
}
