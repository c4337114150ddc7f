/** TypeORM behind one door: a transaction per service call, row-level security by the person who asks. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type MixedList,
  type MigrationInterface,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import type { Ctx, OutboxEvent, Statement } from '@zo/auth';
import { logger } from '@zo/observability';
import { connectSoon } from './prepare.js';
import { prepared } from './statement.js';

export interface DatabaseOptions {
  /** Name of the service: its schema and, in `{service}` of the address, its role. */
  readonly service: string;
  readonly url: string;
  /** A role to work as, which the one of the address is a member of. */
  readonly role?: string;
  readonly entities: MixedList<Function>;
  readonly migrations: MixedList<Function>;
  /** Connections at most. */
  readonly poolSize?: number;
  /** How long one statement may take, in milliseconds; those of migrations take as long as they take. */
  readonly answerMs?: number;
  /** The schema is brought up to date by somebody else; `open` waits for that. */
  readonly awaitsMigrations?: boolean;
}

/** Says its name itself: a bundler calls one of two classes of the same name something else, and what has run would run again. */
export type Migration = new () => MigrationInterface & { readonly name: string };

/** Writes the facts of a transaction to the event log; given by events, so that db does not know it. */
export type OutboxWriter = (manager: EntityManager, events: readonly OutboxEvent[]) => Promise<void>;

const LOOK_AGAIN_MS = 500;
/** Who says nothing for so long is gone, with its machine perhaps: the connection is given up, and another one opened. */
const ANSWER_MS = 60_000;
/** Not asked again so soon after it took no connection: a server that recovers spends a process on each attempt. */
const REST_MS = 100;
const TAKES_NONE = /^(57P03|ECONNREFUSED|ENOENT)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Logs the error of a connection that is lost while no statement runs on it: an `error` event without a listener would end
 * the process. A statement that runs meanwhile fails by itself.
 */
class QuietClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', (error) => log.debug({ error }, 'database connection lost'));
  }
}

const log = logger('db');

export class Database {
  readonly dataSource: DataSource;
  private outboxWriter?: OutboxWriter;
  private afterCommit?: () => void;
  private refused?: { readonly error: unknown; readonly until: number };

  constructor(readonly options: DatabaseOptions) {
    this.dataSource = this.source(options);
  }

  private source({
    service,
    entities,
    poolSize = 6,
    answerMs = ANSWER_MS,
  }: Pick<DatabaseOptions, 'service' | 'entities' | 'poolSize' | 'answerMs'>): DataSource {
    const { options } = this;
    return new DataSource({
      type: 'postgres',
      // Handed over, because inside a bundle TypeORM cannot find it by name.
      driver: pg,
      ...connection(options),
      schema: service,
      entities,
      migrations: options.migrations,
      migrationsTableName: 'migrations',
      uuidExtension: 'pgcrypto',
      installExtensions: false,
      poolSize,
      applicationName: `zo-${service}`,
      // A statement is sent without waiting for the one before it: the first of a transaction travels with its beginning.
      extra: {
        Client: QuietClient,
        pipeline: true,
        query_timeout: answerMs,
        idleTimeoutMillis: 30_000,
        // Also for a connection of the pool that is free.
        connectionTimeoutMillis: 5_000,
        stream: connectSoon,
        options: `-c search_path=${service}${options.role ? ` -c role=${options.role}` : ''}`,
      },
    });
  }

  /** Connects, with the schema up to date. */
  async open(): Promise<void> {
    await this.dataSource.initialize();
    if (!this.options.awaitsMigrations) return this.migrate();
    while (await this.isBehind()) await delay(LOOK_AGAIN_MS);
  }

  /** Newer than what this process knows is up to date too: a release changes the schema so that the one before goes on. */
  private async isBehind(): Promise<boolean> {
    const { service } = this.options;
    const [{ there }] = (await this.dataSource.query('select to_regclass($1) is not null as there', [
      `${service}.migrations`,
    ])) as [{ there: boolean }];
    const rows = there
      ? ((await this.dataSource.query(`select name from ${service}.migrations`)) as { name: string }[])
      : [];
    const done = new Set(rows.map(({ name }) => name));
    return this.dataSource.migrations.some(({ name, constructor }) => !done.has(name ?? constructor.name));
  }

  /** Two processes at once wait for each other. */
  private async migrate(): Promise<void> {
    const { service } = this.options;
    const source = await this.source({ service, entities: [], poolSize: 2, answerMs: 0 }).initialize();
    const runner = source.createQueryRunner();
    try {
      await runner.query('select pg_advisory_lock(hashtext($1))', [`migrate:${service}`]);
      await source.runMigrations({ transaction: 'each' });
    } finally {
      await runner.query('select pg_advisory_unlock_all()').catch(() => undefined);
      await runner.release();
      await source.destroy();
    }
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Set once by the events library. */
  setOutbox(writer: OutboxWriter, afterCommit: () => void): void {
    this.outboxWriter = writer;
    this.afterCommit = afterCommit;
  }

  /**
   * Runs `work` in one transaction as the person of the context: rows of others are invisible to every statement.
   * Facts published meanwhile are appended as the last statement. Nested calls join the outer transaction.
   */
  async tx<T>(ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    if (ctx.tx) return work(ctx as Ctx & { tx: EntityManager });
    const outbox: OutboxEvent[] = [];
    const closing: Statement[] = [];
    const inside = async (tx: EntityManager) => {
      const value = await work({ ...ctx, tx, outbox, closing });
      if (outbox.length > 0) await this.flush(tx, outbox);
      return value;
    };
    const result = await this.transaction(`begin; ${tenantOf(ctx)}`, inside, { closing });
    if (outbox.length > 0) this.afterCommit?.();
    return result;
  }

  /**
   * Like `tx` for work that only reads: the database refuses anything else. There is nothing to keep, so the answer
   * does not wait for the end of the transaction: one round trip where `tx` needs two.
   */
  async read<T>(ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    if (ctx.tx) return work(ctx as Ctx & { tx: EntityManager });
    return this.transaction(`begin read only; ${tenantOf(ctx)}`, (tx) => work({ ...ctx, tx }), { keeps: false });
  }

  /** A transaction that sees the rows of everybody: sign-in, leases, sweeps. Named so that each use is easy to find. */
  async acrossTenants<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction(`begin; set local app.all_tenants = 'on'`, work);
  }

  /**
   * Sends the beginning and goes on at once: on a fast database round trips are what a request costs. Should the
   * beginning fail, the statements behind it see no rows of anybody, and the wait before the commit throws.
   */
  private async transaction<T>(
    beginning: string,
    work: (tx: EntityManager) => Promise<T>,
    { keeps = true, closing = [] as Statement[] } = {},
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const release = () => {
      Object.assign(runner, { isTransactionActive: false });
      return runner.release();
    };
    const client = await this.connect(runner);
    try {
      // Through the client itself: by way of the runner it would be a few turns late, and behind the first statement.
      const begun = client.query(beginning);
      begun.catch(() => undefined);
      // TypeORM did not see the beginning; told of it, saves join this transaction instead of opening their own.
      Object.assign(runner, { isTransactionActive: true });
      const value = await work(runner.manager);
      await begun;
      // In one go: should one of these fail, the commit behind it keeps nothing.
      const closed = closing.map((statement) => client.query(prepared(statement)));
      const end = client.query('commit');
      if (keeps) await Promise.all([...closed, kept(end)]);
      // Nobody waits for this any more: a connection lost meanwhile is the pool's business.
      void end.then(release, release).catch(() => undefined);
      return value;
    } catch (error) {
      await runner.query('rollback').catch(() => undefined);
      await release();
      throw error;
    }
  }

  private async connect(runner: QueryRunner): Promise<pg.ClientBase> {
    if (this.refused && performance.now() < this.refused.until) throw this.refused.error;
    try {
      return (await runner.connect()) as pg.ClientBase;
    } catch (error) {
      if (TAKES_NONE.test((error as { code?: string }).code ?? ''))
        this.refused = { error, until: performance.now() + REST_MS };
      throw error;
    }
  }

  private async flush(tx: EntityManager, outbox: readonly OutboxEvent[]): Promise<void> {
    if (!this.outboxWriter) throw new Error(`service ${this.options.service} publishes events but has no event log`);
    await this.outboxWriter(tx, outbox);
  }
}

/** Postgres answers the commit of a transaction that failed on the way with a rollback, not with an error. */
async function kept(end: Promise<pg.QueryResult>): Promise<void> {
  const { command } = await end;
  if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, and nothing of its transaction was kept');
}

/** Row-level security shows the rows of this person. @throws when nobody is named */
function tenantOf(ctx: Ctx): string {
  if (!UUID.test(ctx.userId)) throw new Error('a context without a user cannot open a transaction');
  return `set local app.user_id = '${ctx.userId}'`;
}

/** The repository of the context's transaction. Throws outside one: every read and write has a tenant. */
export function repositoryOf<T extends ObjectLiteral>(ctx: Ctx, entity: EntityTarget<T>): Repository<T> {
  if (!ctx.tx) throw new Error('a repository was used outside Database.tx');
  return ctx.tx.getRepository(entity);
}

function connection(options: DatabaseOptions): Record<string, unknown> {
  const url = new URL(options.url.replaceAll('{service}', `zo_${options.service}`));
  const socket = url.searchParams.get('host');
  if (!socket) return { url: url.href };
  return {
    host: socket,
    port: Number(url.port || 5432),
    username: decodeURIComponent(url.username),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    database: url.pathname.slice(1),
  };
}

/** SQL of the policies of a table with a `user_id` column. `force`: they bind the table's owner, our own role, too. */
export function tenantPolicies(table: string, column = 'user_id'): string[] {
  const mine = `${column} = nullif(current_setting('app.user_id', true), '')::uuid or current_setting('app.all_tenants', true) = 'on'`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (${mine}) with check (${mine})`,
  ];
}
