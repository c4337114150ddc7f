import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type CellObject, type DenseWorkSheet, read, utils } from '@e965/xlsx';
import { MAX_COLUMNS, TableError, type TableWindow, type WindowRequest } from '../messages.js';
import { readAt } from '../../files/calls.js';
import { numberOf } from './matching.js';
import type { Relation } from './relation.js';
import { keepResults } from './results.js';
import { checkUnpackedSize, UnpackedSizeError } from '../../programs/unpacked-size.js';

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_SHEETS = 200;

/** An Excel or OpenDocument workbook. Each sheet is parsed once, and kept in a temporary database on the disk. */
export class WorkbookTable {
  private readonly db = new DatabaseSync(':memory:');
  private readonly relations = new Map<string, Promise<Relation>>();

  private constructor(
    private readonly bytes: Buffer,
    private readonly sheets: readonly string[],
  ) {
    this.db.exec('PRAGMA temp_store=FILE');
  }

  /** @throws TableError */
  static async open(fd: number): Promise<WorkbookTable> {
    const { size } = fs.fstatSync(fd);
    if (size > MAX_BYTES) throw new TableError('unreadable', 'Workbooks of more than 50 MB are not shown here.');
    const bytes = Buffer.allocUnsafe(size);
    const length = await readAt(fd, bytes, 0);
    const whole = bytes.subarray(0, length);
    if (length === 0) throw new TableError('unreadable', 'There is nothing in this file.');
    const isZip = whole.toString('latin1', 0, 2) === 'PK';
    if (isZip) parsed(() => checkUnpackedSize(whole, MAX_UNPACKED));
    else if (length < 4 || whole.readUInt32BE(0) !== 0xd0cf11e0)
      throw new TableError('unreadable', 'This file is not a workbook.');
    const { SheetNames } = parsed(() => read(whole, { type: 'buffer', bookSheets: true }));
    return new WorkbookTable(whole, SheetNames.slice(0, MAX_SHEETS));
  }

  async window(request: WindowRequest): Promise<TableWindow> {
    if (request.query !== '') throw new TableError('invalid', 'Only databases can be queried.');
    const sheet = request.sheet === '' ? (this.sheets[0] ?? '') : request.sheet;
    if (!this.sheets.includes(sheet)) throw new TableError('invalid', `There is no sheet “${sheet}”.`);
    const known = this.relations.get(sheet) ?? this.load(sheet);
    this.relations.set(sheet, known);
    const relation = await known;
    const { columns, columnCount } = relation;
    const found = await relation.rows(request);
    return { ...found, columns, columnCount, all: relation.count, sheets: [...this.sheets] };
  }

  private async load(sheet: string): Promise<Relation> {
    const book = parsed(() =>
      read(this.bytes, {
        type: 'buffer',
        sheets: sheet,
        dense: true,
        cellDates: true,
        UTC: true,
        cellFormula: false,
        cellHTML: false,
      }),
    );
    const data = (book.Sheets[sheet] as DenseWorkSheet | undefined)?.['!data'] ?? [];
    const rows = () => rowsOf(data);
    const head = headOf(data);
    const width = data.reduce((most, row) => Math.max(most, row?.length ?? 0), 0);
    const names = Array.from({ length: width }, (_none, column) => head?.[column] ?? utils.encode_col(column));
    const relation = await keepResults(this.db, {
      table: `sheet ${this.sheets.indexOf(sheet)}`,
      names,
      rows: head ? withoutFirst(rows()) : rows(),
    });
    return relation;
  }
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
