import { toast } from '@zo/web/ui';
import { AREA } from './messages';
import { columnName, type Range } from './model/address';
import { setEntries, spliceSheet, withSheet, type CellEdit } from './model/edits';
import { withDecimals } from './model/format';
import { frozenIn } from './model/frozen';
import { typed } from './model/literal';
import { isCovered, mergedRanges } from './model/merges';
import { withFilter } from './model/filter';
import type { Splice } from './model/references';
import { rowsToSort, sortRows } from './model/sort';
import { sizesOf } from './model/sizes';
import { parseStyle, withProperty } from './model/styles';
import { withMember, type ColumnFilter, type Workbook } from './model/workbook';
import { entriesOf } from './model/edits';
import type { SheetSession } from './session';

/** Styles and formats are set for no more cells at once. */
const MAX_STYLED = 50_000;

/** The selection, where it has cells to style: a whole column ends with the last used row. */
export function styledRange({ range, sheet }: SheetSession): Range | undefined {
  const { usedRows, usedColumns, rows, columns } = sizesOf(sheet);
  const bottom = range.bottom === rows - 1 ? Math.max(range.top, usedRows - 1) : range.bottom;
  const right = range.right === columns - 1 ? Math.max(range.left, usedColumns - 1) : range.right;
  return (bottom - range.top + 1) * (right - range.left + 1) > MAX_STYLED ? undefined : { ...range, bottom, right };
}

/** The value of a property of the selected cell's style. */
export const styleAt = ({ sheet, anchor }: SheetSession, property: string): string | undefined =>
  parseStyle(entriesOf(sheet, 'style')[`${columnName(anchor.column)}${anchor.row + 1}`]).get(property);

export function setStyle(session: SheetSession, property: string, value: string | undefined): void {
  const range = styledRange(session);
  if (!range) return;
  const sheet = setEntries(session.sheet, 'style', {
    range,
    isHidden: session.isHidden,
    change: (css) => withProperty(css, property, value),
  });
  session.change(withSheet(session.book, session.active, sheet));
}

export const toggleStyle = (session: SheetSession, property: string, value: string): void =>
  setStyle(session, property, styleAt(session, property) === value ? undefined : value);

function withMask(
  book: Workbook,
  session: SheetSession,
  change: (before: string | undefined) => string | undefined,
): Workbook {
  const range = styledRange(session);
  if (!range) return book;
  const sheet = setEntries(book.sheets[session.active]!, 'cells', {
    range,
    isHidden: session.isHidden,
    change: (entry) => {
      const before = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
      const mask = change(typeof before.mask === 'string' ? before.mask : undefined);
      const { mask: _old, ...others } = before;
      const next = mask === undefined ? others : { ...others, mask };
      return Object.keys(next).length > 0 ? next : undefined;
    },
  });
  return withSheet(book, session.active, sheet);
}

export const setMask = (session: SheetSession, mask: string | undefined): void =>
  session.change(withMask(session.book, session, () => mask));

export const changeDecimals = (session: SheetSession, change: 1 | -1): void =>
  session.change(withMask(session.book, session, (mask) => withDecimals(mask, change)));

/** Ends editing: the typed text becomes the value of the cell, and of the whole selection if asked for. */
export function commit(session: SheetSession, isForAll = false): void {
  const { editing, anchor, range } = session;
  if (!editing) return;
  session.editing = undefined;
  const { value, mask } = typed(editing.text);
  const edits: CellEdit[] = [];
  const area = isForAll ? range : { top: anchor.row, bottom: anchor.row, left: anchor.column, right: anchor.column };
  for (let row = area.top; row <= area.bottom && edits.length < MAX_STYLED; row++)
    for (let column = area.left; column <= area.right; column++)
      if (!session.isHidden(row) && !isCovered(session.sheet, { row, column })) edits.push({ row, column, value });
  if (mask && session.maskAt(anchor) === undefined) {
    session.setCells(edits);
    setMask(session, mask);
  } else session.setCells(edits);
}

/** Shows only the rows that a column's filter chooses. */
export function setFilter(session: SheetSession, filter: ColumnFilter): void {
  const { sheet, book, active } = session;
  const columns = withFilter(sheet.filter?.columns ?? [], filter);
  session.change(withSheet(book, active, { ...sheet, filter: { columns } }));
}

export const clearFilters = (session: SheetSession): void =>
  session.change(withSheet(session.book, session.active, { ...session.sheet, filter: undefined }));

/** Rows of the selection that filters show, as runs from first to last. */
function shownRuns({ range, isHidden }: SheetSession): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    const last = runs.at(-1);
    if (isHidden(row)) continue;
    if (last?.to === row - 1) last.to = row;
    else runs.push({ from: row, to: row });
  }
  return runs;
}

/** Deletes the selected rows that filters show. */
export function deleteRows(session: SheetSession): void {
  let { book } = session;
  for (const { from, to } of shownRuns(session).toReversed())
    book = spliceSheet(book, session.active, { axis: 'row', at: from, count: from - to - 1 });
  session.change(book);
}

/** Empties the selected cells. */
export function clearCells(session: SheetSession): void {
  const { range, sheet } = session;
  const edits: CellEdit[] = [];
  for (let row = range.top; row <= Math.min(range.bottom, sheet.rows.length - 1); row++) {
    if (session.isHidden(row)) continue;
    const { length } = sheet.rows[row]!.cells;
    for (let column = range.left; column <= Math.min(range.right, length - 1); column++)
      edits.push({ row, column, value: '' });
  }
  session.setCells(edits);
}

export const splice = (session: SheetSession, change: Splice): void =>
  session.change(spliceSheet(session.book, session.active, change));

export function sort(session: SheetSession, isDescending: boolean): void {
  const { anchor, range, sheet, active } = session;
  const rows = rowsToSort(sheet, range);
  if (mergedRanges(sheet).some(({ top, bottom }) => top < bottom && top <= rows.to && bottom >= rows.from))
    return void toast(AREA.sortMerged);
  session.change(
    sortRows(session.book, active, {
      column: anchor.column,
      isDescending,
      rows,
      result: (row, column) => session.resultAt(row, column),
    }),
  );
}

export function toggleFreeze(session: SheetSession, key: 'freezeRows' | 'freezeColumns'): void {
  const frozen = frozenIn(session.sheet);
  const isOn = (key === 'freezeRows' ? frozen.rows : frozen.columns) > 0;
  session.change(withSheet(session.book, session.active, withMember(session.sheet, key, isOn ? undefined : 1)));
}

/** Writes the sum of the numbers above the selected cell, or left of it, as a formula to be confirmed. */
export function proposeSum(session: SheetSession): void {
  const { anchor, range } = session;
  const isFilled = (row: number, column: number) =>
    row >= 0 && column >= 0 && (session.valueAt(row, column) ?? '') !== '';
  let text = '=SUM()';
  if (range.bottom > range.top || range.right > range.left) {
    const row = range.bottom + (range.bottom > range.top ? 1 : 0);
    const column = range.bottom > range.top ? range.left : range.right + 1;
    text = `=SUM(${columnName(range.left)}${range.top + 1}:${columnName(range.right)}${range.bottom + 1})`;
    session.select({ row, column });
  } else if (isFilled(anchor.row - 1, anchor.column)) {
    let top = anchor.row - 1;
    while (isFilled(top - 1, anchor.column) && typeof session.valueAt(top - 1, anchor.column) !== 'boolean') top--;
    const name = columnName(anchor.column);
    text = `=SUM(${name}${top + 1}:${name}${anchor.row})`;
  } else if (isFilled(anchor.row, anchor.column - 1)) {
    let left = anchor.column - 1;
    while (isFilled(anchor.row, left - 1)) left--;
    text = `=SUM(${columnName(left)}${anchor.row + 1}:${columnName(anchor.column - 1)}${anchor.row + 1})`;
  }
  session.edit({ text, at: 'cell' });
}
