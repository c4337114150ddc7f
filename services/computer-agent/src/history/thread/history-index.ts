/** The index of the history: which path had which content when. One SQLite file beside the packs. */
import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { EARLIER_ORIGINS } from './origins.js';

const SCHEMA = `
  create table if not exists path (id integer primary key, name text not null unique);
  create table if not exists blob (
    id integer primary key, hash blob not null unique, size integer not null,
    pack integer not null, at integer not null, length integer not null);
  create index if not exists blob_pack on blob (pack);
  create table if not exists version (
    seq integer primary key autoincrement, path integer not null, kind integer not null, blob integer,
    size integer not null default 0, mode integer not null default 0, mtime real not null default 0, at real not null,
    actor integer not null default 0, conversation text not null default '', other integer,
    not_kept integer not null default 0);
  create index if not exists version_path on version (path, seq);
  create index if not exists version_blob on version (blob);
  create index if not exists version_actor on version (actor, seq) where actor > 0;
  create table if not exists live (path integer primary key, seq integer not null, stamp text not null);
  create table if not exists mark (seq integer primary key, at real not null);
  create table if not exists run (
    id text primary key, since integer not null, until integer, at real not null, conversation text not null default '');
`;
/** Who has written what a path holds beside what its versions say; `held`: the version by which it came there. */
const ORIGINS = `
  create table origin (
    path integer not null, actor integer not null, conversation text not null, seq integer not null,
    held integer not null, primary key (path, actor, conversation)) without rowid;
  ${EARLIER_ORIGINS}`;
/** The number that tells an index of this shape from another. */
const SHAPE = 1;

export class HistoryIndex {
  readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** @throws Error when the file is no index, or is damaged */
  constructor(file: string) {
    this.database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      this.prepare(file);
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  private prepare(file: string): void {
    this.database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -8000;');
    const [check] = this.database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw new Error(`${file}: ${check?.quick_check}`);
    const { user_version: shape } = this.database.prepare('pragma user_version').get() as { user_version: number };
    if (shape !== 0 && shape !== SHAPE) throw new Error(`${file} has the unknown shape ${shape}`);
    this.database.exec(SCHEMA);
    this.addConversations();
    this.addOrigins();
    this.database.exec(`pragma user_version = ${SHAPE}`);
  }

  /** Runs in an index of an earlier release have none. */
  private addConversations(): void {
    const columns = this.database.prepare('pragma table_info(run)').all() as { name: string }[];
    if (!columns.some(({ name }) => name === 'conversation'))
      this.database.exec("alter table run add column conversation text not null default ''");
  }

  /** An index of an earlier release knows them only by its versions. */
  private addOrigins(): void {
    if (this.database.prepare("select 1 from sqlite_master where name = 'origin'").get()) return;
    this.database.exec(`begin immediate; ${ORIGINS} commit`);
  }

  private statement(sql: string): StatementSync {
    let found = this.statements.get(sql);
    if (!found) this.statements.set(sql, (found = this.database.prepare(sql)));
    return found;
  }

  get<Row>(sql: string, ...values: (string | number | null | Uint8Array)[]): Row | undefined {
    return this.statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: (string | number | null | Uint8Array)[]): Row[] {
    return this.statement(sql).all(...values) as Row[];
  }

  /** @returns the number of the last inserted row */
  run(sql: string, ...values: (string | number | null | Uint8Array)[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  close(): void {
    this.database.close();
  }
}

export const hashOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();
