import { columnIndex, columnName, LAST_COLUMN, LAST_ROW, type Range } from './address';

/** A reference in a formula, such as `A1`, `$B$2:C9`, `A:A` or `'My sheet'!B3`. */
export interface Reference extends Range {
  /** Where it stands in the formula. */
  from: number;
  to: number;
  /** The worksheet it names; undefined for the formula's own. */
  sheet: string | undefined;
}

// Strings first, so that nothing in them counts; then an optional worksheet, and cells, columns or rows.
const TOKEN =
  /"(?:[^"]|"")*"|(?:('(?:[^']|'')+'|[A-Za-z_.\d\u007F-\uFFFF]+)!)?(?:(\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})(?::(\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}))?|(\$?[A-Za-z]{1,3}):(\$?[A-Za-z]{1,3})|(\$?[1-9]\d{0,6}):(\$?[1-9]\d{0,6}))(?![\w.(!])/g;
const PART = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/;
/** A longer formula is not calculated. */
export const MAX_FORMULA = 8_192;

export const isFormula = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 1 && value.startsWith('=');

interface Corner {
  column: number | undefined;
  row: number | undefined;
  fixedColumn: boolean;
  fixedRow: boolean;
}

function cornerOf(text: string): Corner {
  const [, first, letters, second, digits] = PART.exec(text)!;
  return {
    column: letters ? columnIndex(letters) : undefined,
    row: digits ? Number(digits) - 1 : undefined,
    fixedColumn: letters ? first === '$' : false,
    fixedRow: letters ? second === '$' : first === '$',
  };
}

const printCorner = ({ column, row, fixedColumn, fixedRow }: Corner): string =>
  [
    column === undefined ? '' : (fixedColumn ? '$' : '') + columnName(column),
    row === undefined ? '' : (fixedRow ? '$' : '') + (row + 1),
  ].join('');

interface Token {
  from: number;
  to: number;
  sheetText: string;
  sheet: string | undefined;
  first: Corner;
  last: Corner | undefined;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  for (const found of formula.matchAll(TOKEN)) {
    const [whole, sheet, cell, toCell, column, toColumn, row, toRow] = found;
    if (whole.startsWith('"')) continue;
    // A name such as LOG10 or tax_A1 is no reference.
    if (found.index > 0 && /[\w.$]/.test(formula[found.index - 1]!)) continue;
    const first = cornerOf((cell ?? column ?? row)!);
    const end = toCell ?? toColumn ?? toRow;
    tokens.push({
      from: found.index,
      to: found.index + whole.length,
      sheetText: sheet === undefined ? '' : `${sheet}!`,
      sheet: sheet?.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet,
      first,
      last: end === undefined ? undefined : cornerOf(end),
    });
  }
  return tokens;
}

/** All references of a formula. Whole columns and rows end where spreadsheets end. */
export function referencesOf(formula: string): Reference[] {
  if (formula.length > MAX_FORMULA) return [];
  return tokensOf(formula).map(({ from, to, sheet, first, last = first }) => ({
    from,
    to,
    sheet,
    top: Math.min(first.row ?? 0, last.row ?? 0),
    left: Math.min(first.column ?? 0, last.column ?? 0),
    bottom: Math.max(first.row ?? LAST_ROW, last.row ?? LAST_ROW),
    right: Math.max(first.column ?? LAST_COLUMN, last.column ?? LAST_COLUMN),
  }));
}

const LOST = '#REF!';

/** Prints the formula again with other references; a reference that `change` turns into undefined is lost. */
function rewrite(formula: string, change: (token: Token) => Pick<Token, 'first' | 'last'> | undefined): string {
  if (formula.length > MAX_FORMULA) return formula;
  let text = '';
  let at = 0;
  for (const token of tokensOf(formula)) {
    const next = change(token);
    const last = next?.last ? `:${printCorner(next.last)}` : '';
    text += formula.slice(at, token.from) + (next ? token.sheetText + printCorner(next.first) + last : LOST);
    at = token.to;
  }
  return text + formula.slice(at);
}

const isWithin = ({ row = 0, column = 0 }: Corner): boolean =>
  row >= 0 && column >= 0 && row <= LAST_ROW && column <= LAST_COLUMN;

/** The formula as it reads when copied to a cell `rows` further down and `columns` further right. */
export function moved(formula: string, rows: number, columns: number): string {
  const move = (corner: Corner): Corner => ({
    ...corner,
    row: corner.row === undefined || corner.fixedRow ? corner.row : corner.row + rows,
    column: corner.column === undefined || corner.fixedColumn ? corner.column : corner.column + columns,
  });
  return rewrite(formula, ({ first, last }) => {
    const next = { first: move(first), last: last && move(last) };
    return isWithin(next.first) && (!next.last || isWithin(next.last)) ? next : undefined;
  });
}

/** Rows or columns that were inserted (`count` > 0) or deleted (`count` < 0) at `at`. */
export interface Splice {
  axis: 'row' | 'column';
  at: number;
  count: number;
}

/**
 * Where an index is after a splice. A deleted first index moves to the next one, a deleted last one to the previous.
 */
function spliced(index: number, { at, count }: Splice, isLast: boolean): number {
  if (index < at) return index;
  if (count >= 0) return index + count;
  if (index >= at - count) return index + count;
  return isLast ? at - 1 : at;
}

/**
 * The formula after rows or columns were inserted or deleted. `isHit` says whether a reference is to that worksheet.
 */
export function afterSplice(formula: string, splice: Splice, isHit: (sheet: string | undefined) => boolean): string {
  const { axis, at, count } = splice;
  return rewrite(formula, ({ sheet, first, last }) => {
    const [start, end] = [first[axis], (last ?? first)[axis]];
    if (start === undefined || end === undefined || !isHit(sheet)) return { first, last };
    const [low, high] = [Math.min(start, end), Math.max(start, end)];
    if (count < 0 && low >= at && high < at - count) return undefined;
    const next = { first: { ...first, [axis]: spliced(low, splice, false) } };
    return { ...next, last: last && { ...last, [axis]: spliced(high, splice, true) } };
  });
}

/** The formula after a worksheet was given another name. */
export function afterRename(formula: string, before: string, after: string): string {
  const name =
    /^[A-Za-z_][A-Za-z_.\d]*$/.test(after) && !/^[A-Za-z]{1,3}\d+$/.test(after)
      ? after
      : `'${after.replaceAll("'", "''")}'`;
  let text = '';
  let at = 0;
  for (const { from, sheetText, sheet } of tokensOf(formula)) {
    if (sheet?.toLowerCase() !== before.toLowerCase()) continue;
    text += `${formula.slice(at, from)}${name}!`;
    at = from + sheetText.length;
  }
  return text + formula.slice(at);
}
