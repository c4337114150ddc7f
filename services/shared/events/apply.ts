/** What a group does with an event, wherever it came from: once, in the order of its key, tried again, parked. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { type Logger, logger } from '../observability/index.js';

export interface LoggedEvent {
  readonly topic: string;
  readonly partition: number;
  /** Its place in the log of Postgres, also when it came by way of a broker. */
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

/** A group's reader of one topic. */
export interface EventConsumer {
  start(): void;
  /** Look at once: there may be something new. */
  wake(): void;
  /** What has begun is finished; the next reader goes on behind it. */
  stop(): Promise<void>;
  /** Handles parked events of this group again, in order per key. Returns how many were applied. */
  retryParked(): Promise<number>;
}

/** Moves the group's offset in the transaction of the effect, where the offset is kept in the same database. */
export type Commit = (tx: EntityManager, event: LoggedEvent) => Promise<void>;

export class EventApplier {
  private readonly log: Logger;

  constructor(
    private readonly options: ConsumerOptions,
    private readonly commit: Commit = async () => undefined,
  ) {
    this.log = logger(`events:${options.group}`);
  }

  /** Ends when the event is applied or parked. @throws when the database does neither, or `stopping` ends a pause */
  async apply(event: LoggedEvent, stopping: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await this.once(event))) await this.park(event, 'an earlier event of this key is parked');
        return;
      } catch (error) {
        this.log.warn({ error, type: event.type, attempt }, 'handling an event failed');
        if (attempt >= this.options.attempts) return this.park(event, String(error));
        const pause = (this.options.retryDelayMs ?? 200) * 2 ** (attempt - 1);
        await delay(pause, undefined, { signal: stopping });
      }
    }
  }

  /**
   * Effect and inbox row in one transaction: an event that was applied is never applied again.
   * Answers false, with nothing done, when an earlier event of the key is parked.
   */
  private async once(event: LoggedEvent): Promise<boolean> {
    return this.options.dataSource.transaction(async (tx) => {
      const verdict = await this.enter(event, tx, true);
      if (verdict === 'waits') return false;
      if (verdict === 'new') await this.options.handle(event, tx);
      await this.commit(tx, event);
      return true;
    });
  }

  /** The person of the transaction, the inbox row, and whether the key is parked: one statement, because each costs a round trip. */
  private async enter(event: LoggedEvent, tx: EntityManager, behindParked: boolean): Promise<'new' | 'known' | 'waits'> {
    const { group, topic } = this.options;
    const [row]: { waits: boolean; isNew: boolean }[] = await tx.query(
      `with person as materialized (select set_config('app.user_id', $4, true)),
         parked as (select 1 from events.parked where $5 and group_name = $2 and topic = $3 and key = $4 limit 1),
         entered as (insert into inbox (consumer, event_id) select $2 || ':' || $3, $1::uuid from person where not exists (select from parked)
           on conflict do nothing returning 1)
       select exists (select from parked) as waits, exists (select from entered) as "isNew"`,
      [event.id, group, topic, event.key, behindParked],
    );
    return row!.waits ? 'waits' : row!.isNew ? 'new' : 'known';
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

  async retryParked(): Promise<number> {
    const { dataSource, group, topic } = this.options;
    const rows: (Omit<LoggedEvent, 'offset'> & { offset: string })[] = await dataSource.query(
      `select l.topic, l.partition, l."offset", l.id, l.key, l.type, l.payload from events.parked p
       join events.log l on l.topic = p.topic and l.partition = p.partition and l."offset" = p."offset"
       where p.group_name = $1 and p.topic = $2 order by p.partition, p."offset"`,
      [group, topic],
    );
    const failed = new Set<string>();
    for (const row of rows) {
      if (failed.has(row.key)) continue;
      await this.unpark({ ...row, offset: BigInt(row.offset) }).catch(() => failed.add(row.key));
    }
    return rows.filter((row) => !failed.has(row.key)).length;
  }

  /** With the inbox row: a broker may bring the event again after this. */
  private async unpark(event: LoggedEvent): Promise<void> {
    const { dataSource, group } = this.options;
    await dataSource.transaction(async (tx) => {
      if ((await this.enter(event, tx, false)) === 'new') await this.options.handle(event, tx);
      await tx.query('delete from events.parked where group_name = $1 and topic = $2 and partition = $3 and "offset" = $4', [
        group,
        event.topic,
        event.partition,
        event.offset.toString(),
      ]);
    });
  }
}
