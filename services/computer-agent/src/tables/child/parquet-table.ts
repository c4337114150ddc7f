import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readAt } from '../../files/calls.js';
import { type Column, MAX_COLUMNS, type Row, TableError, type TableWindow, type WindowRequest } from '../messages.js';
import { Answered, cutCell } from './cells.js';
import { kindOf } from './matching.js';
import type { Relation } from './relation.js';
import { keepResults } from './results.js';

/** Bytes that are read at once: a column of one group of rows. */
const MAX_PART_BYTES = 128 * 1024 * 1024;
/** A group of rows that is no larger is decoded as a whole, and kept until another one is read. */
const MAX_GROUP_CELLS = 400_000;
const MAX_GROUP_BYTES = 48 * 1024 * 1024;
/** Rows that are decoded at once to sort or filter all of them. */
const BATCH_ROWS = 10_000;
/** Rows that can be sorted and filtered, which are copied for it. */
const MAX_COPIED_ROWS = 1_048_576;
const MAX_COPIED_CELLS = 20_000_000;
const SAMPLE_ROWS = 100;
const MAX_NAME = 200;
const DAMAGED = 'This Parquet file is damaged, or of a kind that cannot be read here.';
const TOO_LARGE =
  'A part of this Parquet file is over 128 MB, which is too large to be read here. Download the file to open it.';
const TOO_MANY = 'This table has too many cells to be sorted or filtered here.';

/** A part of the rows whose pages lie together in the file. */
interface Group {
  /** First row, from 0, and the one behind the last. */
  from: number;
  to: number;
  /** Bytes of its columns, unpacked. */
  bytes: number;
}

/** A Parquet file. Windows are decoded when they are asked for; all rows are copied only to be sorted or filtered. */
export class ParquetTable {
  private columns: Column[] = [];
  private cached: { group: Group; rows: string[][] } | null = null;
  private copied: Promise<Relation> | null = null;
  private db: DatabaseSync | null = null;

  private readonly groups: readonly Group[];
  /** Of all columns. */
  private readonly names: readonly string[];

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {
    this.groups = groupsOf(metadata);
    this.names = parquetSchema(metadata).children.map(({ element }) => element.name);
  }

  private get count(): number {
    return this.groups.at(-1)?.to ?? 0;
  }

  /** @throws TableError */
  static async open(fd: number): Promise<ParquetTable> {
    const { size } = fs.fstatSync(fd);
    const ending = Buffer.alloc(4);
    await readAt(fd, ending, Math.max(0, size - 4));
    if (size === 0) throw new TableError('unreadable', 'There is nothing in this file.');
    if (ending.toString('latin1') === 'PARE') throw new TableError('unreadable', 'This Parquet file is encrypted.');
    const file = fileOf(fd, size);
    return readable(async () => {
      const table = new ParquetTable(file, await parquetMetadataAsync(file, { geoparquet: false }));
      const sample = await table.cellsOf(0, Math.min(SAMPLE_ROWS, table.count));
      table.columns = table.names.slice(0, MAX_COLUMNS).map((name, column) => ({
        name: cutCell(name, MAX_NAME),
        kind: kindOf(sample.map((row) => row[column])),
      }));
      return table;
    });
  }

  async window(request: WindowRequest): Promise<TableWindow> {
    const { sheet, query, sort, filters } = request;
    if (sheet !== '' || query !== '') throw new TableError('invalid', 'This file has one table only.');
    const shared = { columns: this.columns, columnCount: this.names.length, all: this.count, sheets: [], note: '' };
    if (sort || filters.length > 0) return { ...shared, ...(await (await this.copy()).rows(request)) };
    return { ...shared, rows: await readable(() => this.rows(request)), total: this.count, atLeast: false };
  }

  private async rows({ from, count }: WindowRequest): Promise<Row[]> {
    const found = new Answered<Row>();
    const end = Math.min(from + count, this.count);
    for (const group of this.groups) {
      if (group.to <= from || group.from >= end) continue;
      const first = Math.max(from, group.from);
      const rows = await this.groupRows(group, first, Math.min(end, group.to));
      for (const [at, cells] of rows.entries()) if (!found.add({ number: first + at + 1, cells })) return found.rows;
    }
    return found.rows;
  }

  private async groupRows(group: Group, from: number, to: number): Promise<string[][]> {
    const cells = (group.to - group.from) * this.names.length;
    if (cells > MAX_GROUP_CELLS || group.bytes > MAX_GROUP_BYTES) return this.cellsOf(from, to);
    if (this.cached?.group !== group) this.cached = { group, rows: await this.cellsOf(group.from, group.to) };
    return this.cached.rows.slice(from - group.from, to - group.from);
  }

  private async cellsOf(rowStart: number, rowEnd: number): Promise<string[][]> {
    if (rowEnd <= rowStart) return [];
    const columns = this.names.slice(0, MAX_COLUMNS);
    const rows = await parquetReadObjects({
      file: this.file,
      metadata: this.metadata,
      compressors,
      columns,
      rowFormat: 'object',
      rowStart,
      rowEnd,
      useOffsetIndex: true,
      geoparquet: false,
    });
    return rows.map((row) => columns.map((name) => (Object.hasOwn(row, name) ? showCell(row[name]) : '')));
  }

  /** All rows in a temporary table, on the disk. */
  private copy(): Promise<Relation> {
    if (this.count > MAX_COPIED_ROWS || this.count * this.names.length > MAX_COPIED_CELLS)
      throw new TableError('invalid', TOO_MANY);
    this.db ??= new DatabaseSync(':memory:');
    this.db.exec('PRAGMA temp_store=FILE');
    const db = this.db;
    const names = this.names.slice(0, MAX_COLUMNS);
    this.copied ??= readable(() => keepResults(db, { table: 'rows', names, rows: this.all() }));
    return this.copied;
  }

  private async *all(): AsyncGenerator<string[]> {
    for (const group of this.groups)
      for (let from = group.from; from < group.to; from += BATCH_ROWS)
        yield* await this.cellsOf(from, Math.min(group.to, from + BATCH_ROWS));
  }
}

const fileOf = (fd: number, byteLength: number): AsyncBuffer => ({
  byteLength,
  slice: async (start, end = byteLength) => {
    const [from, to] = [Math.max(0, start < 0 ? byteLength + start : start), Math.min(byteLength, end)];
    if (!(to >= from)) throw new RangeError('a part that is not there');
    if (to - from > MAX_PART_BYTES) throw new TableError('unreadable', TOO_LARGE);
    const bytes = new Uint8Array(to - from);
    for (let length = 0; length < bytes.length;) {
      const read = await readAt(fd, Buffer.from(bytes.buffer, length), from + length);
      if (read === 0) throw new RangeError('the file is shorter than before');
      length += read;
    }
    return bytes.buffer;
  },
});

function groupsOf({ row_groups: parts, num_rows: total }: FileMetaData): Group[] {
  let from = 0;
  const groups = parts.map(({ num_rows: rows, total_byte_size: bytes }) => {
    if (rows < 0n || rows > 2n ** 40n) throw new RangeError('a group of that many rows');
    const group = { from, to: from + Number(rows), bytes: Number(bytes) };
    from = group.to;
    return group;
  });
  if (BigInt(from) !== total) throw new RangeError('other rows than declared');
  return groups;
}

function showCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return showTime(value);
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return Number.isSafeInteger(Number(inner)) ? Number(inner) : String(inner);
    return inner instanceof Uint8Array ? Buffer.from(inner).toString('hex') : inner;
  });
}

function showTime(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  const text = time.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 23)}`;
}

/** What the parser throws says nothing to the user. */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('unreadable', DAMAGED);
  }
}
