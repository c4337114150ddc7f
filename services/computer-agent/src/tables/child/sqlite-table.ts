import { pathToFileURL } from 'node:url';
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { MAX_COLUMNS, TableError, type TableWindow, type WindowRequest } from '../messages.js';
import { Newest } from './newest.js';
import { cellOf, quoteName, Relation } from './relation.js';
import { keepResults } from './results.js';

/** Memory of SQLite beside the heap, for views and results of queries. */
const MAX_SQLITE_BYTES = 128 * 1024 * 1024;
const MAX_SHEETS = 200;
const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const READING = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);
const ROW_IDS = ['rowid', '_rowid_', 'oid'];
const ONLY_READING = 'Only statements that read are run here, such as SELECT.';
/** Primary result codes of SQLite. */
const [NO_MEMORY, CORRUPT, NOT_A_DATABASE] = [7, 11, 26];

/** A statement that only reads, and its rows. */
class Query {
  /** Nobody waits for it any more. */
  isOver = false;
  readonly relation: Promise<Relation>;

  constructor(
    readonly text: string,
    run: (query: Query) => Promise<Relation>,
  ) {
    this.relation = run(this);
  }
}

/** An SQLite database: its tables and views, and the rows of statements that only read. */
export class SqliteTable {
  private readonly db: DatabaseSync;
  private readonly sheets: string[];
  private readonly relations = new Map<string, Promise<Relation>>();
  private readonly queries = new Newest<Query>((query) => this.endQuery(query));
  private tables = 0;
  /** Temporary tables that nobody reads any more. */
  private unused: string[] = [];
  /** Our own statements may also make temporary tables. */
  private isOurs = true;

  /** `isLive`: a program may be writing to it, so that what it has not yet moved into the file counts too. */
  constructor(path: string, isLive: boolean) {
    try {
      this.db = new DatabaseSync(isLive ? path : `${pathToFileURL(path).href}?immutable=1`, {
        readOnly: true,
        timeout: 2_000,
      });
      this.db.exec(
        `PRAGMA hard_heap_limit=${MAX_SQLITE_BYTES}; PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF; PRAGMA ` +
          'cell_size_check=ON',
      );
      // Statements of these tables are authorized when they run, which is too late.
      const isRead = (action: number, name: string | null) => READING.has(action) && !/^pragma_/i.test(name ?? '');
      this.db.setAuthorizer((action, name) => (this.isOurs || isRead(action, name) ? SQLITE_OK : SQLITE_DENY));
      const names = this.db
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE ` +
            `'\\' ORDER BY type, name LIMIT ${MAX_SHEETS}`,
        )
        .all() as { name: string }[];
      this.sheets = names.map(({ name }) => name);
    } catch (error) {
      throw readable(error);
    }
  }

  async window(request: WindowRequest): Promise<TableWindow> {
    try {
      const sheet = request.sheet === '' ? this.sheets[0] : request.sheet;
      if (request.query === '' && sheet === undefined)
        throw new TableError('unreadable', 'This database has no tables.');
      const relation = await (request.query === '' ? this.relationOf(sheet ?? '') : this.resultOf(request));
      const { columns, columnCount } = relation;
      const found = await relation.rows(request);
      return { ...found, columns, columnCount, all: relation.count, sheets: this.sheets };
    } catch (error) {
      throw readable(error);
    }
  }

  private relationOf(sheet: string): Promise<Relation> {
    if (!this.sheets.includes(sheet)) throw new TableError('invalid', `There is no table “${sheet}”.`);
    const known = this.relations.get(sheet);
    if (known) return known;
    const relation = this.open(sheet);
    this.relations.set(sheet, relation);
    relation.catch(() => this.relations.delete(sheet));
    return relation;
  }

  private async open(sheet: string): Promise<Relation> {
    const table = `main.${quoteName(sheet)}`;
    const names = namesOf(this.db.prepare(`SELECT * FROM ${table}`));
    const taken = new Set(names.map((name) => name.toLowerCase()));
    const id = ROW_IDS.find((name) => !taken.has(name) && this.hasId(table, name));
    if (id) return new Relation(this.db, table, { id, names });
    const cells = names.slice(0, MAX_COLUMNS).map((name) => cellOf(quoteName(name)));
    return this.keep(names, this.db.prepare(`SELECT ${cells.join(', ')} FROM ${table}`));
  }

  /** False for views, and for tables WITHOUT ROWID. */
  private hasId(table: string, name: string): boolean {
    try {
      // Views answer NULL.
      const row = this.db.prepare(`SELECT typeof(${name}) AS kind FROM ${table} LIMIT 1`).get();
      return row === undefined || row['kind'] === 'integer';
    } catch (error) {
      if (codeOf(error) === CORRUPT) throw error;
      return false;
    }
  }

  /** The rows of a statement that only reads; the authorizer refuses all others. */
  private resultOf({ viewer, query: text }: WindowRequest): Promise<Relation> {
    const { relation } = this.queries.take(viewer, text, () => {
      const made = new Query(text, (query) => this.run(query));
      made.relation.catch(() => this.queries.forget(made));
      return made;
    });
    return relation;
  }

  private endQuery(query: Query): void {
    query.isOver = true;
    query.relation.then(
      (old) => {
        old.close();
        this.drop(old.table);
      },
      () => undefined,
    );
  }

  private async run(query: Query): Promise<Relation> {
    let statement: StatementSync;
    this.isOurs = false;
    try {
      statement = this.db.prepare(query.text);
      // VACUUM and others are authorized when they run.
      if (namesOf(statement).length === 0) throw new TableError('invalid', ONLY_READING);
    } catch (error) {
      throw queryError(error);
    } finally {
      this.isOurs = true;
    }
    return this.keep(namesOf(statement), statement, () => query.isOver).catch((error: unknown) => {
      throw queryError(error);
    });
  }

  private async keep(
    names: readonly string[],
    statement: StatementSync,
    isStale: () => boolean = () => false,
  ): Promise<Relation> {
    // Each has a table of its own, because none can be dropped while any statement is being read.
    const table = `zo ${++this.tables}`;
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const rows = statement.iterate() as unknown as Iterable<SQLInputValue[]>;
    try {
      return await keepResults(this.db, { table, names, rows, isStale });
    } catch (error) {
      this.drop(`temp.${quoteName(table)}`);
      throw error;
    }
  }

  /** Empties a table, and drops it as soon as that is possible. */
  private drop(table: string): void {
    this.unused.push(table);
    this.unused = this.unused.filter((name) => {
      try {
        this.db.exec(`DELETE FROM ${name}; DROP TABLE ${name}`);
        return false;
      } catch {
        // Some statement is being read: the next one to be dropped tries again.
        return true;
      }
    });
  }
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

function queryError(error: unknown): TableError {
  if (error instanceof TableError) return error;
  const { message } = error as Error;
  if (/not authorized|prohibited/.test(message)) return new TableError('invalid', ONLY_READING);
  if (codeOf(error) === NO_MEMORY) return new TableError('invalid', 'The result is too large. Add a LIMIT.');
  return new TableError('invalid', `The query cannot be run: ${message}.`);
}

/** What SQLite says about a file, for the user. */
function readable(error: unknown): unknown {
  if (error instanceof TableError || (error as { code?: string }).code !== 'ERR_SQLITE_ERROR') return error;
  const code = codeOf(error);
  if (code === NOT_A_DATABASE)
    return new TableError('unreadable', 'This file is not an SQLite database, or it is encrypted.');
  if (code === CORRUPT) return new TableError('unreadable', 'This database is damaged.');
  if (code === NO_MEMORY) return new TableError('unreadable', 'This needs more memory than there is for it.');
  return new TableError('unreadable', `This database cannot be read: ${(error as Error).message}.`);
}
