/** Reads the log of Postgres for a group: leases, batches, and offsets committed in the transaction of the effect. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { type Logger, logger } from '@zo/observability';
import { EventApplier } from './apply.js';
import type { ConsumerOptions, EventConsumer, LoggedEvent } from './contract.js';

const BATCH = 100;
/**
 * Short, because the partitions of a killed process stay blocked until its lease expires. Safe, because a commit
 * requires the lease: of two processes that believe they hold a partition, only one can apply an event.
 */
const LEASE_S = 2;
const POLL_MS = 5_000;
/** Poll interval while another process holds a partition: that process may have died. */
const DENIED_POLL_MS = 500;

/** A consumer of one topic; `wake()` makes it read at once. */
export class LogConsumer implements EventConsumer {
  private readonly owner = crypto.randomUUID();
  private readonly log: Logger;
  private readonly applier: EventApplier;
  private stopping = new AbortController();
  private pending = true;
  private wakeUp?: () => void;
  /** The next offset to handle, for each partition this process holds. */
  private held = new Map<number, bigint>();
  private leasedAt = -Infinity;
  private running?: Promise<void>;

  constructor(private readonly options: ConsumerOptions) {
    this.log = logger(`events:${options.group}`);
    this.applier = new EventApplier(options, { commit: (tx, event) => this.commit(tx, event) });
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.loop();
    this.applier.parked.start();
  }

  readonly wake = (): void => {
    this.pending = true;
    this.wakeUp?.();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeUp?.();
    await Promise.all([this.running, this.applier.parked.stop()]);
    this.leasedAt = -Infinity;
    if (!this.options.dataSource.isInitialized) return;
    const sql =
      'update events.group_offset set lease_until = null where group_name = $1 and topic = $2 and lease_owner = $3';
    await this.options.dataSource
      .query(sql, [this.options.group, this.options.topic, this.owner])
      .catch(() => undefined);
  }

  private async loop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.pending = false;
      let isMore = false;
      try {
        await this.lease();
        isMore = await this.applyNextBatches();
      } catch (error) {
        this.log.warn({ error, topic: this.options.topic }, 'reading the event log failed');
        // Uncommitted events are read again by whichever process then holds the partition.
        this.leasedAt = -Infinity;
        await delay(500, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
      if (!this.pending && !isMore)
        await this.sleep(this.held.size < this.options.partitions ? DENIED_POLL_MS : POLL_MS);
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.pending || this.stopping.signal.aborted) this.wakeUp();
    });
  }

  /** Applies one batch of each held partition, all concurrently. Returns true if more events are waiting. */
  private async applyNextBatches(): Promise<boolean> {
    const pieces = Map.groupBy(await this.read(), ({ partition }) => partition);
    const outcomes = await Promise.allSettled([...pieces.values()].map((events) => this.apply(events)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    return [...pieces.values()].some(({ length }) => length === BATCH);
  }

  private async apply(events: readonly LoggedEvent[]): Promise<void> {
    const { signal } = this.stopping;
    if (events.length > 1 && !signal.aborted && (await this.applier.applyBatch(events)))
      return this.advance(events.at(-1)!);
    for (const event of events) {
      if (signal.aborted) return;
      await this.applier.apply(event, signal);
      this.advance(event);
    }
  }

  private advance({ partition, offset }: LoggedEvent): void {
    this.held.set(partition, offset + 1n);
  }

  /**
   * Takes free partitions and renews its own leases when due. The lease need not be flushed to disk, because each
   * commit checks it again.
   */
  private async lease(): Promise<void> {
    const { dataSource, group, topic, partitions } = this.options;
    const age = performance.now() - this.leasedAt;
    if (age < (this.held.size < partitions ? DENIED_POLL_MS : (LEASE_S * 1_000) / 3)) return;
    this.leasedAt = performance.now();
    const rows: { partition: number; next: string }[] = await dataSource.query(
      `with quickly as materialized (select set_config('synchronous_commit', 'off', true))
       insert into events.group_offset (group_name, topic, partition, lease_owner, lease_until)
       select $1, $2, p, $4, now() + make_interval(secs => ${LEASE_S}) from quickly, generate_series(0, $3 - 1) p
         where not exists (select from events.group_offset g
           where g.group_name = $1 and g.topic = $2 and g.partition = p and g.lease_owner <> $4
             and g.lease_until >= now())
       on conflict (group_name, topic, partition) do update
         set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
         where group_offset.lease_owner = excluded.lease_owner or group_offset.lease_until is null
           or group_offset.lease_until < now()
       returning partition, next`,
      [group, topic, partitions, this.owner],
    );
    this.held = new Map(rows.map(({ partition, next }) => [partition, BigInt(next)]));
  }

  private async read(): Promise<LoggedEvent[]> {
    const rows: (Omit<LoggedEvent, 'offset'> & { offset: string })[] = await this.options.dataSource.query(
      `select l.topic, l.partition, l."offset", l.id, l.key, l.type, l.payload, l.traceparent
       from unnest($2::int[], $3::bigint[]) as held (partition, next) cross join lateral (
         select * from events.log where topic = $1 and partition = held.partition
           and "offset" >= held.next order by "offset" limit ${BATCH}) l
       order by l.partition, l."offset"`,
      [this.options.topic, [...this.held.keys()], [...this.held.values()].map(String)],
    );
    return rows.map((row) => ({ ...row, offset: BigInt(row.offset) }));
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

  retryParked(): Promise<number> {
    return this.applier.parked.retryAll();
  }
}
