import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { Engine, type Result } from '../engine/engine';
import { dateNumber, literalOf } from '../model/literal';
import { isFormula } from '../model/references';
import { widthOf } from '../model/sizes';
import { member, type Value, type Workbook, type Worksheet } from '../model/workbook';

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

/** SH-01: an Excel workbook with the formulas of a sheet and their values, number formats and widths of columns. */
export function printXlsx({ sheets }: Workbook): Uint8Array<ArrayBuffer> {
  const results = calculate(sheets);
  const names = excelNames(sheets.map(({ name }) => name));
  const book = {
    SheetNames: names,
    Sheets: Object.fromEntries(sheets.map((sheet, at) => [names[at]!, worksheetOf(sheet, results[at]!)])),
  };
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

type Results = Map<string, Result>;

function calculate(sheets: readonly Worksheet[]): Results[] {
  const engine = new Engine(sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) })));
  const results = sheets.map((): Results => new Map());
  while (!engine.isDone)
    for (const [sheet, row, column, value] of engine.run(() => false)) results[sheet]!.set(`${row},${column}`, value);
  return results;
}

function worksheetOf(sheet: Worksheet, results: Results): WorkSheet {
  const cells = (member(sheet, 'cells') ?? {}) as Record<string, { mask?: unknown } | undefined>;
  const rows = sheet.rows.map(({ cells: values }, row) =>
    values.map((value, column) => {
      const mask = cells[utils.encode_cell({ r: row, c: column })]?.mask;
      return cellOf(value, results.get(`${row},${column}`), typeof mask === 'string' ? mask : undefined);
    }),
  );
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = member(sheet, 'columns');
  return {
    '!data': rows.length > 0 ? rows : [[]],
    '!ref': utils.encode_range({
      s: { r: 0, c: 0 },
      e: { r: Math.max(0, rows.length - 1), c: Math.max(0, width - 1) },
    }),
    ...(Array.isArray(columns) && { '!cols': columns.map((_column, at) => ({ wpx: widthOf(columns, at) })) }),
  } as unknown as WorkSheet;
}

function cellOf(value: Value, result: Result | undefined, mask: string | undefined): CellObject | undefined {
  if (isFormula(value)) return { ...valueCell(result ?? '', mask), f: value.slice(1) };
  const literal = literalOf(value);
  if (literal === null) return undefined;
  const isDate = typeof value === 'string' && typeof literal === 'number' && dateNumber(value) !== undefined;
  return valueCell(literal, mask ?? (isDate ? DATE : undefined));
}

function valueCell(value: Result, mask: string | undefined): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value, ...(mask && { z: mask }) };
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
