import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { Engine, type Result } from '../engine/engine';
import { cellName, parseCell, type Cell } from '../model/address';
import { entriesOf, type Entries } from '../model/edits';
import { maskIn } from '../model/filtered';
import { frozenIn } from '../model/frozen';
import { mergedRanges } from '../model/merges';
import { dateNumber, literalOf } from '../model/literal';
import { isFormula } from '../model/references';
import { ownHeights, sizesOf, widthOf } from '../model/sizes';
import { member, type Value, type Workbook, type Worksheet } from '../model/workbook';
import { withStyles, type SheetLook } from './with-styles';
import { XlsxStyles } from './xlsx-styles';

/** Error values of Excel by their text. */
const ERRORS: Readonly<Record<string, number>> = {
  '#NULL!': 0x00,
  '#DIV/0!': 0x07,
  '#VALUE!': 0x0f,
  '#REF!': 0x17,
  '#NAME?': 0x1d,
  '#NUM!': 0x24,
  '#N/A': 0x2a,
};
const MAX_NAME = 31;
const MAX_TEXT = 32_767;
const DATE = 'yyyy-mm-dd';

/** SH-01: an Excel workbook with the formulas of a sheet and their values, and with all that it shows of them. */
export function printXlsx({ sheets }: Workbook): Uint8Array<ArrayBuffer> {
  const results = calculate(sheets);
  const names = excelNames(sheets.map(({ name }) => name));
  const styles = new XlsxStyles();
  const made = sheets.map((sheet, at) => worksheetOf(sheet, results[at]!, styles));
  const book = { SheetNames: names, Sheets: Object.fromEntries(made.map(({ sheet }, at) => [names[at]!, sheet])) };
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  return withStyles(
    bytes,
    styles,
    made.map(({ look }) => look),
  );
}

type Results = Map<string, Result>;

function calculate(sheets: readonly Worksheet[]): Results[] {
  const engine = new Engine(sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) })));
  const results = sheets.map((): Results => new Map());
  while (!engine.isDone)
    for (const [sheet, row, column, value] of engine.run(() => false)) results[sheet]!.set(`${row},${column}`, value);
  return results;
}

/** A format makes the library write a cell that has nothing but a style. */
const STYLED: CellObject = { t: 'z', z: 'General' };
/** Excel measures rows in points. */
const POINTS = 0.75;
const MAX_HEIGHT = 400;

/** The corners of what has cells, styles or merged cells. */
function usedSize(sheet: Worksheet, styled: readonly Cell[]): { rows: number; columns: number } {
  const { usedRows, usedColumns } = sizesOf(sheet);
  let [rows, columns] = [usedRows, usedColumns];
  for (const { row, column } of styled) [rows, columns] = [Math.max(rows, row + 1), Math.max(columns, column + 1)];
  return { rows, columns };
}

/** Styled cells outside of these limits hold nothing, and are left out. */
const MAX_STYLED = { cells: 100_000, row: 200_000 };

const styledCells = (styles: Entries): Cell[] =>
  Object.keys(styles)
    .slice(0, MAX_STYLED.cells)
    .flatMap((name) => parseCell(name) ?? [])
    .filter(({ row }) => row < MAX_STYLED.row);

function worksheetOf(sheet: Worksheet, results: Results, styles: XlsxStyles): { sheet: WorkSheet; look: SheetLook } {
  const css = entriesOf(sheet, 'style');
  const styled = styledCells(css);
  const { rows: height, columns: width } = usedSize(sheet, styled);
  const formats = new Map<string, number>();
  const rows: (CellObject | undefined)[][] = Array.from({ length: height }, (_none, row) =>
    (sheet.rows[row]?.cells ?? []).map((value, column) => {
      const cell = cellOf(value, results.get(`${row},${column}`));
      const name = cellName({ row, column });
      const format = styles.numberOf(maskIn(sheet, { row, column }) ?? (isDate(value) ? DATE : undefined), css[name]);
      if (format > 0) formats.set(name, format);
      return cell;
    }),
  );
  for (const { row, column } of styled) {
    const name = cellName({ row, column });
    if (!formats.has(name)) formats.set(name, styles.numberOf(undefined, css[name]));
    rows[row]![column] ??= STYLED;
  }
  const merges = mergedRanges(sheet).map(({ top, left, bottom, right }) => ({
    s: { r: top, c: left },
    e: { r: bottom, c: right },
  }));
  const columns = member(sheet, 'columns');
  const heights = ownHeights(sheet);
  const made = {
    '!data': rows.length > 0 ? rows : [[]],
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, height - 1), c: Math.max(0, width - 1) } }),
    ...(merges.length > 0 && { '!merges': merges }),
    ...(Array.isArray(columns) && { '!cols': columns.map((_column, at) => ({ wpx: widthOf(columns, at) })) }),
    ...(heights.size > 0 && {
      '!rows': Array.from({ length: height }, (_none, row) =>
        heights.has(row) ? { hpt: Math.min(MAX_HEIGHT, heights.get(row)! * POINTS) } : {},
      ),
    }),
  };
  return { sheet: made as unknown as WorkSheet, look: { formats, frozen: frozenIn(sheet) } };
}

const isDate = (value: Value): boolean => typeof value === 'string' && dateNumber(value) !== undefined;

function cellOf(value: Value, result: Result | undefined): CellObject | undefined {
  if (isFormula(value)) return { ...valueCell(result ?? ''), f: value.slice(1) };
  const literal = literalOf(value);
  return literal === null ? undefined : valueCell(literal);
}

function valueCell(value: Result): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  if (typeof value === 'string') return { t: 's', v: value.slice(0, MAX_TEXT) };
  return { t: 'e', v: ERRORS[value.error] ?? ERRORS['#NUM!']! };
}

/** Names that Excel takes: 31 characters, none of `[]:*?/\`, each once. */
function excelNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain =
      name
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'|'$/g, ' ')
        .slice(0, MAX_NAME)
        .trim() || 'Sheet';
    let free = plain;
    for (let count = 2; taken.has(free.toLowerCase()); count++) {
      const end = ` (${count})`;
      free = plain.slice(0, MAX_NAME - end.length) + end;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
