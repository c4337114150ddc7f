import { type CellObject, type DenseWorkSheet, read, utils } from '@e965/xlsx';
import { MAX_COLUMNS, TableError } from '../messages.js';
import { numberOf } from './matching.js';
import { MAX_SHEETS, readWhole, Sheets, type SheetRows } from './sheets.js';
import { checkUnpackedSize, UnpackedSizeError } from '../../programs/unpacked-size.js';

const LIMIT = { maxBytes: 50 * 1024 * 1024, tooLarge: 'Workbooks of more than 50 MB are not shown here.' };
const MAX_UNPACKED = 256 * 1024 * 1024;

/** An Excel or OpenDocument workbook. @throws TableError */
export async function openWorkbook(fd: number): Promise<Sheets> {
  const whole = await readWhole(fd, LIMIT);
  if (whole.length === 0) throw new TableError('unreadable', 'There is nothing in this file.');
  const isZip = whole.toString('latin1', 0, 2) === 'PK';
  if (isZip) parsed(() => checkUnpackedSize(whole, MAX_UNPACKED));
  else if (whole.length < 4 || whole.readUInt32BE(0) !== 0xd0cf11e0)
    throw new TableError('unreadable', 'This file is not a workbook.');
  const { SheetNames } = parsed(() => read(whole, { type: 'buffer', bookSheets: true }));
  return new Sheets(SheetNames.slice(0, MAX_SHEETS), (sheet) => readSheet(whole, sheet));
}

function readSheet(bytes: Buffer, sheet: string): SheetRows {
  const book = parsed(() =>
    read(bytes, {
      type: 'buffer',
      sheets: sheet,
      dense: true,
      cellDates: true,
      UTC: true,
      cellHTML: false,
    }),
  );
  const data = (book.Sheets[sheet] as DenseWorkSheet | undefined)?.['!data'] ?? [];
  const head = headOf(data);
  const width = data.reduce((most, row) => Math.max(most, row?.length ?? 0), 0);
  const names = Array.from({ length: width }, (_none, column) => head?.[column] ?? utils.encode_col(column));
  return { names, rows: head ? withoutFirst(rowsOf(data)) : rowsOf(data) };
}

type SheetRow = readonly (CellObject | undefined)[] | undefined;

/** Names of the columns, if the first row has a text of its own in each cell. */
function headOf([first, ...rest]: readonly SheetRow[]): string[] | undefined {
  if (!first || rest.length === 0) return undefined;
  const names = Array.from(first, (cell) => (cell?.t === 's' ? String(cell.v) : ''));
  return names.every((name) => name !== '') && new Set(names).size === names.length ? names : undefined;
}

function* rowsOf(data: readonly SheetRow[]): Generator<string[]> {
  // Rows and cells may be missing in the middle.
  for (let row = 0; row < data.length; row++) yield Array.from((data[row] ?? []).slice(0, MAX_COLUMNS), showCell);
}

function* withoutFirst<Value>(values: Iterable<Value>): Generator<Value> {
  let isFirst = true;
  for (const value of values) {
    if (!isFirst) yield value;
    isFirst = false;
  }
}

/** A cell as its format shows it, if that is still a number; dates are the same everywhere. */
function showCell(cell: CellObject | undefined): string {
  // Libraries that write workbooks leave the results to the program that opens them.
  if (cell?.f !== undefined && (cell.v ?? '') === '') return `=${cell.f}`;
  if (cell?.v === undefined || cell.v === null) return cell?.w ?? '';
  if (cell.t === 'd') return showTime(new Date(cell.v as Date));
  if (cell.t === 'n') return cell.w !== undefined && !Number.isNaN(numberOf(cell.w)) ? cell.w : String(cell.v);
  if (cell.t === 'e') return cell.w ?? '#ERROR';
  return typeof cell.v === 'boolean' ? String(cell.v).toUpperCase() : String(cell.v);
}

function showTime(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  const text = time.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UnpackedSizeError && error.problem === 'too large')
      throw new TableError('unreadable', 'This workbook is too large to be shown here.');
    const isEncrypted = /password|encrypt/i.test((error as Error).message) && !/ZIP/.test((error as Error).message);
    throw new TableError(
      'unreadable',
      isEncrypted ? 'This workbook has a password, so it cannot be shown here.' : 'This workbook is damaged.',
    );
  }
}
