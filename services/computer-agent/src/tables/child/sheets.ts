import fs from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { readAt } from '../../files/calls.js';
import { TableError, type TableWindow, type WindowRequest } from '../messages.js';
import type { Relation } from './relation.js';
import { keepResults } from './results.js';

export const MAX_SHEETS = 200;

/** Reads a file that is parsed as a whole. @throws TableError with the sentence `tooLarge` */
export async function readWhole(fd: number, { maxBytes, tooLarge }: WholeLimit): Promise<Buffer> {
  const { size } = fs.fstatSync(fd);
  if (size > maxBytes) throw new TableError('unreadable', tooLarge);
  const bytes = Buffer.allocUnsafe(size);
  return bytes.subarray(0, await readAt(fd, bytes, 0));
}

interface WholeLimit {
  readonly maxBytes: number;
  readonly tooLarge: string;
}

export interface SheetRows {
  /** Of the columns. */
  readonly names: readonly string[];
  readonly rows: Iterable<readonly SQLInputValue[]>;
}

/** Sheets of a file that is parsed as a whole. Each is read once, and kept in a temporary database on the disk. */
export class Sheets {
  private readonly db = new DatabaseSync(':memory:');
  private readonly relations = new Map<string, Promise<Relation>>();

  /** `names`: none: the file has one table without a name. `read`: the rows of one; '' where there are no names. */
  constructor(
    private readonly names: readonly string[],
    private readonly read: (sheet: string) => SheetRows,
  ) {
    this.db.exec('PRAGMA temp_store=FILE');
  }

  async window(request: WindowRequest): Promise<TableWindow> {
    if (request.query !== '') throw new TableError('invalid', 'Only databases can be queried.');
    const sheet = request.sheet === '' ? (this.names[0] ?? '') : request.sheet;
    if (this.names.length === 0 ? sheet !== '' : !this.names.includes(sheet))
      throw new TableError('invalid', `There is no sheet “${sheet}”.`);
    const known = this.relations.get(sheet) ?? this.load(sheet);
    this.relations.set(sheet, known);
    const relation = await known;
    const { columns, columnCount } = relation;
    const found = await relation.rows(request);
    return { ...found, columns, columnCount, all: relation.count, sheets: [...this.names] };
  }

  private async load(sheet: string): Promise<Relation> {
    return keepResults(this.db, { table: `sheet ${this.names.indexOf(sheet)}`, ...this.read(sheet) });
  }
}
