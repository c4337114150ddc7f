import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { MAX_COLUMNS, TableError } from '../messages.js';
import { yieldToEventLoop } from '../../files/calls.js';
import { ANOTHER_QUERY, quoteName, Relation } from './relation.js';

const TURN_ROWS = 2_000;
/** Rows of a view or a query. */
const MAX_RESULTS = 1_048_576;

/** Rows to keep in a table of their own. */
export interface Results {
  /** Name of the table, of ours, which is new. */
  table: string;
  names: readonly string[];
  rows: Iterable<readonly SQLInputValue[]> | AsyncIterable<readonly SQLInputValue[]>;
  /** Nobody waits for them any more. */
  isStale?: () => boolean;
}

/** Names of the columns of one of our tables, which may all be different from those that are shown. */
const columnName = (at: number): string => `c${at}`;

/** Puts rows that have no ids into a temporary table, where they have. @throws TableError when there are too many */
export async function keepResults(db: DatabaseSync, { table, names, rows, isStale }: Results): Promise<Relation> {
  const kept = Math.min(names.length, MAX_COLUMNS);
  const columns = Array.from({ length: kept }, (_none, at) => columnName(at));
  db.exec(`CREATE TEMP TABLE ${quoteName(table)} (${columns.join(', ') || 'c0'})`);
  const insert = db.prepare(
    `INSERT INTO temp.${quoteName(table)} VALUES (${columns.map(() => '?').join(', ') || 'NULL'})`,
  );
  let count = 0;
  for await (const row of rows) {
    if (++count > MAX_RESULTS) throw new TableError('invalid', 'There are more than 1,048,576 rows. Add a LIMIT.');
    insert.run(...columns.map((_name, at) => row[at] ?? null));
    if (count % TURN_ROWS > 0) continue;
    await yieldToEventLoop();
    if (isStale?.()) throw new TableError('invalid', ANOTHER_QUERY);
  }
  const relation = new Relation(db, `temp.${quoteName(table)}`, { id: 'rowid', names: columns });
  relation.columns.forEach((column, at) => (column.name = names[at] ?? ''));
  return relation;
}
