/** FT-15: the rows of CSV, Excel and OpenDocument files as a sheet, with their formulas, formats, styles and sizes. */
import { type CellObject, type DenseWorkSheet, type Range, read, utils, type WorkBook } from '@e965/xlsx';
import { checkUnpackedSize, UnpackedSizeError } from '../programs/unpacked-size.js';
import { ConversionProblem } from './messages.js';
import { rowsOfText } from './text-rows.js';
import { looksOf } from './workbook-looks.js';
import { printSheets, type Sheet, type SheetValue } from './print-sheets.js';

const MAX_CELLS = 500_000;
const MAX_SHEETS = 50;
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_CELL = 32_767;
const MAX_MERGES = 10_000;
/** Rows that are higher keep their height. Excel measures in points, of which a pixel has 0.75. */
const [HIGH, POINTS, MAX_HEIGHT] = [24, 0.75, 800];
/** Text that stands for the same number wherever it is read: not 007, not +49, and not more digits than are kept. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;
const TOO_LARGE = 'This file has more cells than a sheet can hold. Split it, or open it as it is.';

const numberOrText = (text: string): SheetValue =>
  NUMBER.test(text) && String(Number(text)) === text ? Number(text) : text.slice(0, MAX_CELL);

/** Text that a sheet would take for a formula keeps an apostrophe before it, as in other programs. */
const inert = (text: string): SheetValue => (/^[=']/.test(text) ? `'${text}` : numberOrText(text));

export function sheetOfText(bytes: Buffer, format: 'csv' | 'tsv'): string {
  let cells = 0;
  const rows = rowsOfText(bytes, format, (row) => {
    cells += row.length;
    if (cells > MAX_CELLS) throw new ConversionProblem(TOO_LARGE);
    return withoutEnd(row.map(inert));
  });
  return printSheets([{ rows: withoutEmptyEnd(rows), name: 'Sheet1' }]);
}

export function sheetOfWorkbook(bytes: Buffer): string {
  const isZip = bytes.toString('latin1', 0, 2) === 'PK';
  if (!isZip && (bytes.length < 8 || bytes.readUInt32BE(0) !== 0xd0cf11e0))
    throw new ConversionProblem('This file is not a workbook.');
  const book = parsed(() => {
    if (isZip) checkUnpackedSize(bytes, MAX_UNPACKED);
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: true,
      cellNF: true,
      cellStyles: true,
      bookFiles: true,
    });
  });
  return printSheets(sheetsOf(book, valueOf));
}

function valueOf({ t, v, f }: CellObject): SheetValue {
  if (f !== undefined) return `=${f}`.slice(0, MAX_CELL);
  if (t === 'd') return dateText(new Date(v as Date));
  if (typeof v === 'number' || typeof v === 'boolean') return v;
  const text = String(v ?? '').slice(0, MAX_CELL);
  return /^[='\d-]/.test(text) ? `'${text}` : text;
}

function dateText(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  const text = time.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

function sheetsOf(book: WorkBook, valueOfCell: (cell: CellObject) => SheetValue): Sheet[] {
  let cells = 0;
  const looks = looksOf(book);
  return book.SheetNames.slice(0, MAX_SHEETS).map((name, index) => {
    const sheet = book.Sheets[name] as DenseWorkSheet | undefined;
    const masks: Record<string, string> = {};
    const rows = Array.from(sheet?.['!data'] ?? [], (row, at) => {
      cells += row?.length ?? 0;
      if (cells > MAX_CELLS) throw new ConversionProblem(TOO_LARGE);
      return withoutEnd(
        Array.from(row ?? [], (cell: CellObject | undefined, column) => {
          if (!cell || cell.t === 'z') return '';
          if (cell.t === 'n' && isFormat(cell.z)) masks[utils.encode_cell({ r: at, c: column })] = cell.z;
          return cell.t === 'e' && cell.f === undefined ? String(cell.w ?? '') : valueOfCell(cell);
        }),
      );
    });
    const widths = sheet?.['!cols']?.map((column: { wpx?: number } | undefined) => column?.wpx);
    const sizes = { heights: heightsOf(sheet), ...(widths && { widths }) };
    return { name, rows: withoutEmptyEnd(rows), masks, mergeCells: mergesOf(sheet), ...sizes, ...looks[index] };
  });
}

function mergesOf(sheet: DenseWorkSheet | undefined): Record<string, [number, number]> {
  const merges = ((sheet?.['!merges'] ?? []) as Range[]).slice(0, MAX_MERGES);
  return Object.fromEntries(merges.map(({ s, e }) => [utils.encode_cell(s), [e.c - s.c + 1, e.r - s.r + 1]]));
}

/** Heights of rows that stand out; of others Excel writes what its font needs. */
function heightsOf(sheet: DenseWorkSheet | undefined): Record<number, number> {
  const heights: Record<number, number> = {};
  for (const [row, size] of (sheet?.['!rows'] ?? []).slice(0, MAX_CELLS).entries()) {
    const points = (size as { hpt?: number } | undefined)?.hpt ?? 0;
    if (points > HIGH) heights[row] = Math.min(MAX_HEIGHT, Math.round(points / POINTS));
  }
  return heights;
}

const isFormat = (format: unknown): format is string =>
  typeof format === 'string' && format !== 'General' && format.length <= 100;

function withoutEnd(cells: SheetValue[]): SheetValue[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

function withoutEmptyEnd(rows: SheetValue[][]): SheetValue[][] {
  const last = rows.findLastIndex((cells) => cells.length > 0);
  return rows.slice(0, last + 1);
}

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UnpackedSizeError && error.problem === 'too large') throw new ConversionProblem(TOO_LARGE);
    const { message } = error as Error;
    if (/password|encrypt/i.test(message) && !/ZIP/.test(message))
      throw new ConversionProblem('This workbook has a password. Save it without one, then convert it.');
    throw new ConversionProblem('This file is damaged.');
  }
}
