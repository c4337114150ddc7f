import type { Edit } from '../engine/engine';
import { hasOtherSize, mergeMembers } from './merge-members';
import { makeRow, type ColumnFilter, type Row, type Workbook, type Worksheet } from './workbook';

/** What changed in the rows of one worksheet: rows in place, or rows replaced by others. */
interface RowsPatch {
  sheet: number;
  at: number;
  before: readonly Row[];
  after: readonly Row[];
  /** They were the last ones, so that no other row moved. */
  isLast: boolean;
}

type Filters = readonly ColumnFilter[] | undefined;

/** A change that can be undone, also after other changes from elsewhere. */
export interface Patch {
  /** Set when worksheets were added, removed, moved or renamed, or when formulas of several of them moved. */
  books?: { before: Workbook; after: Workbook };
  rows: RowsPatch[];
  members: { sheet: number; before: Worksheet['members']; after: Worksheet['members'] }[];
  filters: { sheet: number; before: Filters; after: Filters }[];
}

function rowsPatch(before: Worksheet, after: Worksheet, sheet: number): RowsPatch | undefined {
  if (before.rows === after.rows) return undefined;
  const [old, next] = [before.rows, after.rows];
  const isSame = (a: Row, b: Row) => a === b || a.source === b.source;
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && isSame(old[start]!, next[start]!)) start++;
  let end = 0;
  while (end < shorter - start && isSame(old[old.length - 1 - end]!, next[next.length - 1 - end]!)) end++;
  if (start === old.length && start === next.length) return undefined;
  const [gone, made] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  return { sheet, at: start, before: gone, after: made, isLast: end === 0 };
}

/** The difference of two states. */
export function diff(before: Workbook, after: Workbook): Patch {
  const isSameList =
    before.sheets.length === after.sheets.length &&
    before.sheets.every(({ name }, index) => name === after.sheets[index]!.name);
  if (!isSameList) return { books: { before, after }, rows: [], members: [], filters: [] };
  const patch: Patch = { rows: [], members: [], filters: [] };
  for (const [index, sheet] of after.sheets.entries()) {
    const old = before.sheets[index]!;
    const rows = rowsPatch(old, sheet, index);
    if (rows) patch.rows.push(rows);
    const isSame =
      old.members.length === sheet.members.length &&
      old.members.every(
        (each, at) =>
          each.key === 'data' || (each.key === sheet.members[at]!.key && each.source === sheet.members[at]!.source),
      );
    if (!isSame) patch.members.push({ sheet: index, before: old.members, after: sheet.members });
    const [was, is] = [old.filter?.columns, sheet.filter?.columns];
    if (was !== is) patch.filters.push({ sheet: index, before: was, after: is });
  }
  return patch;
}

export const isEmpty = (patch: Patch): boolean => isForView(patch) && patch.filters.length === 0;

/** Nothing in it is part of the file. */
export const isForView = ({ books, rows, members }: Patch): boolean =>
  !books && rows.length === 0 && members.length === 0;

export const inverse = ({ books, rows, members, filters }: Patch): Patch => ({
  ...(books && { books: { before: books.after, after: books.before } }),
  rows: rows.map((each) => ({ ...each, before: each.after, after: each.before })),
  members: members.map((each) => ({ ...each, before: each.after, after: each.before })),
  filters: filters.map((each) => ({ ...each, before: each.after, after: each.before })),
});

/** Rows changed in place: cells that the patch did not change keep what they hold now. */
function mergeRow(now: Row | undefined, before: Row, after: Row): Row {
  if (!now || now.source === before.source) return after;
  const cells = [...now.cells];
  const length = Math.max(before.cells.length, after.cells.length);
  for (let column = 0; column < length; column++)
    if (before.cells[column] !== after.cells[column]) {
      while (cells.length < column) cells.push('');
      cells[column] = after.cells[column] ?? '';
    }
  return makeRow(cells);
}

/** Applies a patch to a state that may have changed since. */
export function apply(book: Workbook, patch: Patch): Workbook {
  if (patch.books) return patch.books.after;
  const sheets = [...book.sheets];
  for (const { sheet, at, before, after } of patch.rows) {
    const now = sheets[sheet];
    if (!now) continue;
    const isInPlace = before.length === after.length;
    const next = isInPlace ? after.map((row, index) => mergeRow(now.rows[at + index], before[index]!, row)) : after;
    // Arguments of a call are limited, so long lists are joined instead of spliced.
    const rows = now.rows.slice(0, at).concat(next, now.rows.slice(at + before.length));
    // Rows moved, so the filters have to be applied again.
    sheets[sheet] = { ...now, rows, ...(!isInPlace && now.filter && { filter: { columns: now.filter.columns } }) };
  }
  for (const { sheet, before, after } of patch.members)
    if (sheets[sheet]) sheets[sheet] = mergeMembers(sheets[sheet], before, after);
  for (const { sheet, after } of patch.filters)
    if (sheets[sheet]) sheets[sheet] = { ...sheets[sheet], filter: after && { columns: after } };
  return { ...book, sheets };
}

/** Where the rows of a past patch are after a change from elsewhere; undefined when it cannot be undone any more. */
export function rebase(past: Patch, foreign: Patch): Patch | undefined {
  if (past.books || foreign.books) return undefined;
  if (past.members.some(({ sheet }) => hasMovedCells(foreign, sheet))) return undefined;
  const rows: RowsPatch[] = [];
  for (const own of past.rows) {
    const at = placeAfter(own, foreign);
    if (at === undefined) return undefined;
    rows.push({ ...own, at });
  }
  return { ...past, rows };
}

function placeAfter(own: RowsPatch, foreign: Patch): number | undefined {
  let { at } = own;
  for (const { sheet, at: start, before, after } of foreign.rows) {
    if (sheet !== own.sheet) continue;
    const end = start + before.length;
    const isApart = at >= end || at + own.after.length <= start;
    if (before.length === after.length) {
      // Rows that are taken out or put back as a whole would take the change along.
      if (!isApart && own.before.length !== own.after.length) return undefined;
    } else if (at >= end) at += after.length - before.length;
    else if (!isApart) return undefined;
  }
  return at;
}

/** Whether a change from elsewhere may have given the cells of a worksheet other names, which styles are kept under. */
const hasMovedCells = ({ rows, members }: Patch, index: number): boolean =>
  members.some(({ sheet, before, after }) => sheet === index && hasOtherSize(before, after)) ||
  rows.some(({ sheet, before, after, isLast }) => {
    if (sheet !== index) return false;
    // Rows that are added or removed at the end move no other row.
    if (before.length !== after.length) return !(isLast && (before.length === 0 || after.length === 0));
    return before.some((row, at) => isShifted(row.cells, after[at]!.cells));
  });

/** Cells were put between others or taken out; cells at the end move no other one. */
const isShifted = (before: Row['cells'], after: Row['cells']): boolean =>
  before.length !== after.length &&
  Array.from({ length: Math.min(before.length, after.length) }).some((_none, at) => before[at] !== after[at]);

/** The cells that a patch changed, for the calculation; undefined when everything has to be read again. */
export function editsOf({ books, rows }: Patch): Edit[] | undefined {
  if (books) return undefined;
  const edits: Edit[] = [];
  for (const { sheet, at, before, after, isLast } of rows) {
    // New rows at the end change no other cell.
    if (before.length !== after.length && !(isLast && after.length > before.length)) return undefined;
    for (const [index, row] of after.entries()) {
      const old = before[index]?.cells ?? [];
      for (let column = 0; column < Math.max(row.cells.length, old.length); column++)
        if (row.cells[column] !== old[column])
          edits.push({ sheet, row: at + index, column, value: row.cells[column] ?? null });
    }
  }
  return edits;
}
