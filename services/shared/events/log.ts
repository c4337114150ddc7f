/** Reading the log of Postgres as a group: leases, batches, offsets in the transaction of the effect. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { type Logger, logger } from '../observability/index.js';
import { type ConsumerOptions, EventApplier, type EventConsumer, type LoggedEvent } from './apply.js';

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
export class LogConsumer implements EventConsumer {
  private readonly owner = crypto.randomUUID();
  private readonly log: Logger;
  private readonly applier: EventApplier;
  private stopping = new AbortController();
  private pending = true;
  private nudge?: () => void;
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
    this.nudge?.();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge?.();
    await Promise.all([this.running, this.applier.parked.stop()]);
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
      await this.applier.apply(event, this.stopping.signal);
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
      `select topic, partition, "offset", id, key, type, payload, traceparent from events.log
       where topic = $1 and partition = $2 and "offset" >= $3 order by "offset" limit ${BATCH}`,
      [this.options.topic, partition, from.toString()],
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
