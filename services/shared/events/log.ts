/** Reading the log as a group: leases, batches, order per key, retry, parking. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { type Logger, logger } from '../observability/index.js';

export interface LoggedEvent {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly payload: Uint8Array;
}

export interface ConsumerOptions {
  readonly dataSource: DataSource;
  readonly group: string;
  readonly topic: string;
  readonly partitions: number;
  readonly attempts: number;
  /** Applies one event inside the transaction that records it as applied. */
  readonly handle: (event: LoggedEvent, tx: EntityManager) => Promise<void>;
  readonly retryDelayMs?: number;
}

const BATCH = 100;
/**
 * Short, because a process that was killed keeps its partitions for so long. Safe, because a commit needs the lease:
 * of two processes that believe to hold a partition only one can apply an event.
 */
const LEASE_S = 2;
const POLL_MS = 5_000;
/** When another process holds a partition: its lease may be that of a dead one. */
const DENIED_POLL_MS = 500;

/** One consumer of one topic; `wake()` makes it look at once. */
export class LogConsumer {
  private readonly owner = crypto.randomUUID();
  private readonly log: Logger;
  private stopping = new AbortController();
  private pending = true;
  private nudge?: () => void;
  private running?: Promise<void>;

  constructor(private readonly options: ConsumerOptions) {
    this.log = logger(`events:${options.group}`);
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.loop();
  }

  readonly wake = (): void => {
    this.pending = true;
    this.nudge?.();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge?.();
    await this.running;
    if (!this.options.dataSource.isInitialized) return;
    const sql = 'update events.group_offset set lease_until = null where group_name = $1 and topic = $2 and lease_owner = $3';
    await this.options.dataSource.query(sql, [this.options.group, this.options.topic, this.owner]).catch(() => undefined);
  }

  private async loop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.pending = false;
      let denied = false;
      try {
        const counts = await Promise.all(Array.from({ length: this.options.partitions }, (_, p) => this.drainPartition(p)));
        denied = counts.includes(undefined);
        if (counts.some((count) => count === BATCH)) continue;
      } catch (error) {
        this.log.warn({ error, topic: this.options.topic }, 'reading the event log failed');
        await delay(500, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
      if (!this.pending) await this.rest(denied ? DENIED_POLL_MS : POLL_MS);
    }
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.nudge = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.pending || this.stopping.signal.aborted) this.nudge();
    });
  }

  /** How many events were handled; undefined when another process holds the partition. */
  private async drainPartition(partition: number): Promise<number | undefined> {
    const from = await this.lease(partition);
    if (from === undefined) return undefined;
    const events = await this.read(partition, from);
    for (const event of events) {
      if (this.stopping.signal.aborted) return 0;
      await this.apply(event);
    }
    return events.length;
  }

  /** The next offset to handle when this process holds, or now takes, the partition. */
  private async lease(partition: number): Promise<bigint | undefined> {
    const { dataSource, group, topic } = this.options;
    const rows: { next: string }[] = await dataSource.query(
      `insert into events.group_offset (group_name, topic, partition, lease_owner, lease_until)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))
       on conflict (group_name, topic, partition) do update
         set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
         where group_offset.lease_owner = excluded.lease_owner or group_offset.lease_until is null or group_offset.lease_until < now()
       returning next`,
      [group, topic, partition, this.owner, LEASE_S],
    );
    return rows[0] && BigInt(rows[0].next);
  }

  private async read(partition: number, from: bigint): Promise<LoggedEvent[]> {
    const rows: (Omit<LoggedEvent, 'offset'> & { offset: string })[] = await this.options.dataSource.query(
      `select topic, partition, "offset", id, key, type, payload from events.log
       where topic = $1 and partition = $2 and "offset" >= $3 order by "offset" limit ${BATCH}`,
      [this.options.topic, partition, from.toString()],
    );
    return rows.map((row) => ({ ...row, offset: BigInt(row.offset) }));
  }

  private async apply(event: LoggedEvent): Promise<void> {
    const waiting = await this.hasParkedBefore(event);
    if (waiting) return this.park(event, 'an earlier event of this key is parked');
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(event);
      } catch (error) {
        this.log.warn({ error, type: event.type, attempt }, 'handling an event failed');
        if (attempt >= this.options.attempts) return this.park(event, String(error));
        const pause = (this.options.retryDelayMs ?? 200) * 2 ** (attempt - 1);
        await delay(pause, undefined, { signal: this.stopping.signal });
      }
    }
  }

  /** Effect, inbox row and offset in one transaction: an event that was applied is never applied again. */
  private async once(event: LoggedEvent): Promise<void> {
    await this.options.dataSource.transaction(async (tx) => {
      await tx.query(`select set_config('app.user_id', $1, true)`, [event.key]);
      const inserted: unknown[] = await tx.query(
        'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1',
        [`${this.options.group}:${this.options.topic}`, event.id],
      );
      if (inserted.length > 0) await this.options.handle(event, tx);
      await this.commit(tx, event);
    });
  }

  private async park(event: LoggedEvent, error: string): Promise<void> {
    this.log.error({ topic: event.topic, type: event.type, key: event.key, reason: error }, 'event parked');
    await this.options.dataSource.transaction(async (tx) => {
      await tx.query(
        `insert into events.parked (group_name, topic, partition, "offset", key, error) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing`,
        [this.options.group, event.topic, event.partition, event.offset.toString(), event.key, error],
      );
      await this.commit(tx, event);
    });
  }

  private async commit(tx: EntityManager, event: LoggedEvent): Promise<void> {
    // The lease is part of the condition: a process that lost it must not move the group's offset.
    const moved: [unknown[], number] = await tx.query(
      `update events.group_offset set next = $4, lease_until = now() + make_interval(secs => ${LEASE_S})
       where group_name = $1 and topic = $2 and partition = $3 and lease_owner = $5`,
      [this.options.group, event.topic, event.partition, (event.offset + 1n).toString(), this.owner],
    );
    if (moved[1] !== 1) throw new Error('the lease of this partition was lost');
  }

  private async hasParkedBefore(event: LoggedEvent): Promise<boolean> {
    const sql = 'select 1 from events.parked where group_name = $1 and topic = $2 and key = $3 limit 1';
    const rows: unknown[] = await this.options.dataSource.query(sql, [this.options.group, event.topic, event.key]);
    return rows.length > 0;
  }

  /** Handles parked events of this group again, in order per key. Returns how many were applied. */
  async retryParked(): Promise<number> {
    const { dataSource, group, topic } = this.options;
    const rows: (Omit<LoggedEvent, 'offset'> & { offset: string })[] = await dataSource.query(
      `select l.topic, l.partition, l."offset", l.id, l.key, l.type, l.payload from events.parked p
       join events.log l on l.topic = p.topic and l.partition = p.partition and l."offset" = p."offset"
       where p.group_name = $1 and p.topic = $2 order by p.partition, p."offset"`,
      [group, topic],
    );
    const failed = new Set<string>();
    for (const row of rows.filter((candidate) => !failed.has(candidate.key))) {
      if (failed.has(row.key)) continue;
      await this.unpark({ ...row, offset: BigInt(row.offset) }).catch(() => failed.add(row.key));
    }
    return rows.filter((row) => !failed.has(row.key)).length;
  }

  private async unpark(event: LoggedEvent): Promise<void> {
    const { dataSource, group } = this.options;
    await dataSource.transaction(async (tx) => {
      await tx.query(`select set_config('app.user_id', $1, true)`, [event.key]);
      await this.options.handle(event, tx);
      await tx.query('delete from events.parked where group_name = $1 and topic = $2 and partition = $3 and "offset" = $4', [
        group,
        event.topic,
        event.partition,
        event.offset.toString(),
      ]);
    });
  }
}
