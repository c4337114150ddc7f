/** TypeORM behind one interface: a transaction per service call, with row-level security for the calling user. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type EntityManager, type MixedList, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { Ctx, OutboxEvent, Statement } from '@zo/auth';
import { PipelinedClient } from './client.js';
import { send } from './statement.js';

export interface DatabaseOptions {
  /** Name of the service: its schema and, for `{service}` in the address, its role. */
  readonly service: string;
  readonly url: string;
  /** The role to work as; the role in the address is a member of it. */
  readonly role?: string;
  readonly entities: MixedList<Function>;
  readonly migrations: MixedList<Function>;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  /** How long a transaction waits for a free connection, in milliseconds. */
  readonly poolWaitMs?: number;
  /** Timeout of one statement in milliseconds; migrations have none. */
  readonly responseTimeoutMs?: number;
  /** Another process migrates the schema; `open` waits for that. */
  readonly awaitsMigrations?: boolean;
}

/**
 * Every migration declares its name: a bundler renames one of two classes of the same name, and a migration that has
 * run would run again.
 */
export type Migration = new () => MigrationInterface & { readonly name: string };

/** Writes the events of a transaction to the event log; injected by events, so that db does not depend on it. */
export type OutboxWriter = (manager: EntityManager, events: readonly OutboxEvent[]) => Promise<void>;

const LOOK_AGAIN_MS = 500;
/**
 * Statement timeout: a server silent for so long is lost, perhaps with its machine. The pool drops the connection and
 * opens another.
 */
const RESPONSE_TIMEOUT_MS = 60_000;
/**
 * Hundreds of requests at once wait for each other for many seconds, and a late answer is better than none. A machine
 * that is lost is noticed sooner, by the timeout of its socket.
 */
const POOL_WAIT_MS = 60_000;
/** Pause after a refused connection: a recovering server spends a process on each attempt. */
const CONNECT_BACKOFF_MS = 100;
const NOT_ACCEPTING = /^(57P03|ECONNREFUSED|ENOENT)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export class Database {
  readonly dataSource: DataSource;
  private outboxWriter?: OutboxWriter;
  private afterCommit?: () => void;
  private lastRefusal?: { readonly error: unknown; readonly until: number };

  constructor(readonly options: DatabaseOptions) {
    this.dataSource = this.source(options);
  }

  private source({
    service,
    entities,
    poolSize = 6,
    poolWaitMs = POOL_WAIT_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
  }: Pick<DatabaseOptions, 'service' | 'entities' | 'poolSize' | 'poolWaitMs' | 'responseTimeoutMs'>): DataSource {
    const { options } = this;
    return new DataSource({
      type: 'postgres',
      // Passed in, because TypeORM cannot find the driver by name inside a bundle.
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
      // Statements are sent without waiting for the one before: the first one of a transaction is sent together with
      // its `begin`.
      extra: {
        Client: PipelinedClient,
        pipeline: true,
        query_timeout: responseTimeoutMs,
        idleTimeoutMillis: 30_000,
        // Limits the wait for a free connection of the pool, too.
        connectionTimeoutMillis: poolWaitMs,
        options: `-c search_path=${service}${options.role ? ` -c role=${options.role}` : ''}`,
      },
    });
  }

  /** Connects and resolves once the schema is up to date. */
  async open(): Promise<void> {
    await this.dataSource.initialize();
    if (!this.options.awaitsMigrations) return this.migrate();
    while (await this.isBehind()) await delay(LOOK_AGAIN_MS);
  }

  /** A schema newer than this process counts as up to date: migrations keep the previous release working. */
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

  /** The advisory lock makes concurrent processes wait for each other. */
  private async migrate(): Promise<void> {
    const { service } = this.options;
    const source = await this.source({ service, entities: [], poolSize: 2, responseTimeoutMs: 0 }).initialize();
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

  /** Called once by the events library. */
  setOutbox(writer: OutboxWriter, afterCommit: () => void): void {
    this.outboxWriter = writer;
    this.afterCommit = afterCommit;
  }

  /**
   * Runs `work` in one transaction as the user of the context: rows of other users are invisible to every statement.
   * Events published meanwhile are appended as the last statement. Nested calls join the outer transaction.
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
   * Like `tx`, for work that only reads; the database refuses writes. Nothing has to be committed, so the result does
   * not wait for the end of the transaction: one round trip where `tx` needs two.
   */
  async read<T>(ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    if (ctx.tx) return work(ctx as Ctx & { tx: EntityManager });
    return this.transaction(`begin read only; ${tenantOf(ctx)}`, (tx) => work({ ...ctx, tx }), { keeps: false });
  }

  /**
   * Like `read`, for work that sends all its statements before it waits for an answer: they go out together with the
   * end of the transaction, where `read` sends that apart. Statements after that are refused.
   */
  readAtOnce<T>(ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    return this.atOnce('begin read only', ctx, work);
  }

  /** The same for work that writes. What its statements return may not decide whether they are kept. */
  writeAtOnce<T>(ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    return this.atOnce('begin', ctx, work);
  }

  private async atOnce<T>(begin: string, ctx: Ctx, work: (ctx: Ctx & { tx: EntityManager }) => Promise<T>): Promise<T> {
    if (ctx.tx) return work(ctx as Ctx & { tx: EntityManager });
    const runner = this.dataSource.createQueryRunner();
    const client = await this.connect(runner);
    const ended = client.beginForTurn(`${begin}; ${tenantOf(ctx)}`);
    try {
      const [value] = await Promise.all([work({ ...ctx, tx: runner.manager }), ended]);
      return value;
    } finally {
      const release = () => (client.acceptAgain(), runner.release());
      void ended.then(release, release).catch(() => undefined);
    }
  }

  /**
   * Runs a transaction that sees the rows of all users: sign-in, leases, sweeps. A separate method, so that each use is
   * easy to find. Events added to the outbox are appended as the last statement.
   */
  async acrossTenants<T>(work: (tx: EntityManager, outbox: OutboxEvent[]) => Promise<T>): Promise<T> {
    const outbox: OutboxEvent[] = [];
    const result = await this.transaction(`begin; set local app.all_tenants = 'on'`, async (tx) => {
      const value = await work(tx, outbox);
      if (outbox.length > 0) await this.flush(tx, outbox);
      return value;
    });
    if (outbox.length > 0) this.afterCommit?.();
    return result;
  }

  /**
   * Sends `begin` and continues at once: on a fast database, round trips dominate the cost of a request. If `begin`
   * fails, the statements behind it see no rows and may write none, and the wait for its answer throws.
   */
  private async transaction<T>(
    beginning: string,
    work: (tx: EntityManager) => Promise<T>,
    { keeps = true, closing = [] as Statement[] } = {},
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const release = () => runner.release();
    const client = await this.connect(runner);
    try {
      await client.beginWith(beginning, () => runner.startTransaction());
      const value = await work(runner.manager);
      if (!keeps) await client.begun();
      // Sent together: if one of these fails, the commit behind it rolls back.
      const closed = closing.map((statement) => send(client, statement));
      const end = runner.commitTransaction();
      if (keeps) await Promise.all([client.begun(), ...closed, end]);
      // No caller waits for this any more; the pool handles a connection lost meanwhile.
      void end.then(release, release).catch(() => undefined);
      return value;
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      await release();
      throw error;
    }
  }

  private async connect(runner: QueryRunner): Promise<PipelinedClient> {
    if (this.lastRefusal && performance.now() < this.lastRefusal.until) throw this.lastRefusal.error;
    try {
      return (await runner.connect()) as PipelinedClient;
    } catch (error) {
      if (NOT_ACCEPTING.test((error as { code?: string }).code ?? ''))
        this.lastRefusal = { error, until: performance.now() + CONNECT_BACKOFF_MS };
      throw error;
    }
  }

  private async flush(tx: EntityManager, outbox: readonly OutboxEvent[]): Promise<void> {
    if (!this.outboxWriter) throw new Error(`service ${this.options.service} publishes events but has no event log`);
    await this.outboxWriter(tx, outbox);
  }
}

/** Limits row-level security to the rows of this user. @throws if the context has no valid user id */
function tenantOf(ctx: Ctx): string {
  if (!UUID.test(ctx.userId)) throw new Error('a context without a user cannot open a transaction');
  return `set local app.user_id = '${ctx.userId}'`;
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
