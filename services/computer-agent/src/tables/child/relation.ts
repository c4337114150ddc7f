import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  type Column,
  MAX_CELL,
  MAX_COLUMNS,
  type Row,
  TableError,
  type TableWindow,
  type WindowRequest,
} from '../messages.js';
import { yieldToEventLoop } from '../../files/calls.js';
import { Answered, cutCell } from './cells.js';
import { kindOf } from './matching.js';
import type { View, Walk } from './view.js';
import { Views } from './views.js';

/** The row id of every so many rows is kept. */
const STEP = 1_024;
/** Rows between two looks at other work. */
const TURN_ROWS = 10_000;
const SAMPLE_ROWS = 100;
const MAX_NAME = 200;
export const ANOTHER_QUERY = 'Another query was run.';

/** A name as SQL has it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A value as text of bounded length, made by SQLite, so that no large one is ever copied. */
export const cellOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'blob' THEN '(' || length(${column}) || ' bytes)' ELSE substr(${column}, 1, ` +
  `${MAX_CELL + 1}) END`;

const textOf = (value: SQLOutputValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** A table of SQLite whose rows have ids, which leads to any of them at once. */
export class Relation {
  readonly columns: Column[];
  readonly columnCount: number;
  count = 0;
  isCounted = false;
  private readonly ids: bigint[] = [];
  private readonly select: string;
  private readonly views = new Views<string[]>();
  private waiting: { row: number; resolve: () => void }[] = [];
  private failure: unknown;
  private isClosed = false;

  /** `id`: the name by which the row id is reached. */
  constructor(
    private readonly db: DatabaseSync,
    readonly table: string,
    { id, names }: { id: string; names: readonly string[] },
  ) {
    this.columnCount = names.length;
    const shown = names.slice(0, MAX_COLUMNS);
    const cells = shown.map((name) => cellOf(quoteName(name)));
    this.select = `SELECT ${[id, ...cells].join(', ')} FROM ${table}`;
    this.idName = id;
    const sample = this.read(this.statement(`LIMIT ${SAMPLE_ROWS}`), []).map(({ cells: found }) => found);
    this.columns = shown.map((name, column) => ({
      name: cutCell(name, MAX_NAME),
      kind: kindOf(sample.map((row) => row[column])),
    }));
    void this.countRows();
  }

  private readonly idName: string;

  private statement(rest: string): StatementSync {
    const statement = this.db.prepare(`${this.select} ${rest}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  }

  private read(statement: StatementSync, values: (bigint | number)[]): { id: bigint; cells: string[] }[] {
    const found = statement.all(...values) as unknown as SQLOutputValue[][];
    return found.map(([id, ...cells]) => ({ id: id as bigint, cells: cells.map(textOf) }));
  }

  private async countRows(): Promise<void> {
    try {
      const statement = this.db.prepare(`SELECT ${this.idName} FROM ${this.table} ORDER BY ${this.idName}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      for (const row of statement.iterate() as unknown as Iterable<[bigint]>) {
        if (this.count % STEP === 0) this.ids.push(row[0]);
        this.count++;
        if (this.count % TURN_ROWS === 0) await this.rest();
        if (this.isClosed) break;
      }
    } catch (error) {
      this.failure = error;
    }
    this.isCounted = true;
    await this.rest();
  }

  private async rest(): Promise<void> {
    const ready = this.waiting.filter(({ row }) => this.isCounted || row < this.count);
    this.waiting = this.waiting.filter((waiting) => !ready.includes(waiting));
    for (const { resolve } of ready) resolve();
    await yieldToEventLoop();
  }

  /** Ends what is under way: its table is about to be dropped. */
  close(): void {
    this.isClosed = true;
    this.views.cancel();
  }

  async rows(request: WindowRequest): Promise<Pick<TableWindow, 'rows' | 'total' | 'atLeast' | 'note'>> {
    if (this.isClosed) throw new TableError('invalid', ANOTHER_QUERY);
    if (request.sort !== null || request.filters.length > 0) {
      const view = await this.viewOf(request);
      return { rows: this.viewRows(view, request), total: view.length, atLeast: false, note: view.note };
    }
    const rows = await this.tableRows(request);
    if (this.failure !== undefined && rows.length === 0) throw this.failure;
    return { rows, total: this.count, atLeast: !this.isCounted, note: '' };
  }

  private async tableRows({ from, count }: WindowRequest): Promise<Row[]> {
    if (count === 0) return [];
    if (from >= STEP && !this.isCounted && from >= this.count)
      await new Promise<void>((resolve) => this.waiting.push({ row: from, resolve }));
    if (this.isClosed) throw new TableError('invalid', ANOTHER_QUERY);
    const id = this.ids[Math.floor(from / STEP)];
    if (from >= STEP && id === undefined) return [];
    const order = `ORDER BY ${this.idName} LIMIT ? OFFSET ?`;
    const window = [count, from % STEP];
    const found =
      id === undefined
        ? this.read(this.statement(order), window)
        : this.read(this.statement(`WHERE ${this.idName} >= ? ${order}`), [id, ...window]);
    const answered = new Answered<Row>();
    found.every(({ cells }, at) => answered.add({ number: from + at + 1, cells }));
    return answered.rows;
  }

  private viewOf(request: WindowRequest): Promise<View<string[]>> {
    const { sort, filters } = request;
    for (const { column } of [...filters, ...(sort ? [sort] : [])])
      if (column >= this.columns.length) throw new TableError('invalid', 'There is no such column.');
    const kind = this.columns[sort?.column ?? 0]?.kind ?? 'text';
    const options = { sort, filters, kind, cellsOf: (cells: string[]) => cells, mayMatch: () => true };
    return this.views.of(request, () => [options, (isDone, onRow) => this.walk(isDone, onRow)]);
  }

  private async walk(...[isDone, onRow]: Parameters<Walk<string[]>>): Promise<void> {
    let turn = 0;
    const walked = this.statement(`ORDER BY ${this.idName}`).iterate() as unknown as Iterable<SQLOutputValue[]>;
    for (const [id, ...cells] of walked) {
      onRow(cells.map(textOf), id as bigint);
      if (++turn % TURN_ROWS > 0) continue;
      await yieldToEventLoop();
      if (isDone()) return;
    }
  }

  private viewRows(view: View<string[]>, { from, count }: WindowRequest): Row[] {
    const answered = new Answered<Row>();
    const statement = this.statement(`WHERE ${this.idName} = ?`);
    for (let at = from; at < Math.min(from + count, view.length); at++) {
      const { number, offset } = view.at(at);
      const [found] = this.read(statement, [offset]);
      if (!answered.add({ number, cells: found?.cells ?? [] })) break;
    }
    return answered.rows;
  }
}
