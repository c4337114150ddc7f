/** Applies an event for a consumer group: exactly once, in the order of its key, with retries, then parked. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { type Logger, logger } from '@zo/observability';
import type { ConsumerOptions, LoggedEvent } from './contract.js';
import { BEHIND, type ParkReason, parkReasonOf, ParkedEvents } from './parked.js';

/**
 * Moves the group's offset past the event in the transaction of its effect, if the offset is kept in the same database.
 */
export type Commit = (tx: EntityManager, event: LoggedEvent) => Promise<void>;

/** Fails if a handler swallowed a database error: Postgres would otherwise roll back the whole transaction silently. */
const askOnceMore: Commit = async (tx) => void (await tx.query('select 1'));

export interface ApplierParts {
  readonly commit?: Commit;
  /** Announces an event that is about to be parked, before the row is committed. Receivers may see an event twice. */
  readonly onFailed?: (event: LoggedEvent, reason: ParkReason) => Promise<void>;
}

export class EventApplier {
  readonly parked: ParkedEvents;
  private readonly commit: Commit;
  private readonly log: Logger;

  constructor(
    private readonly options: ConsumerOptions,
    private readonly parts: ApplierParts = {},
  ) {
    this.log = logger(`events:${options.group}`);
    this.commit = parts.commit ?? askOnceMore;
    this.parked = new ParkedEvents(options, {
      apply: async (event, tx) => {
        if ((await this.record(event, tx, false)) === 'new') await options.handle(event, tx);
      },
      skip: async (event, tx) => void (await this.record(event, tx, false)),
    });
  }

  /**
   * Resolves when the event is applied or parked. @throws if the database accepts neither, or `stopping` aborts a retry
   * delay
   */
  async apply(event: LoggedEvent, stopping: AbortSignal): Promise<void> {
    if (event.absent) return this.parkAbsent(event, event.absent);
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await this.once(event))) await this.park(event, BEHIND);
        return;
      } catch (error) {
        this.log.warn({ error, type: event.type, attempt }, 'handling an event failed');
        if (attempt >= this.options.attempts) return this.park(event, parkReasonOf(error));
        const pause = (this.options.retryDelayMs ?? 200) * 2 ** (attempt - 1);
        await delay(pause, undefined, { signal: stopping });
      }
    }
  }

  /**
   * Applies all events in one transaction, because the commit is the main cost of an event. Returns false, with nothing
   * applied, if one of them fails or has to wait behind a parked event; the caller then applies them one by one.
   */
  async applyBatch(events: readonly LoggedEvent[]): Promise<boolean> {
    if (events.some(({ absent }) => absent)) return false;
    try {
      return await this.options.dataSource.transaction(async (tx) => {
        const fresh = await this.enterAll(events, tx);
        if (!fresh) return false;
        const contextChanges: Promise<unknown>[] = [];
        for (const [index, event] of fresh.entries()) {
          // Not awaited: Postgres runs the statements of one connection in order.
          if (event.key !== fresh[index - 1]?.key)
            contextChanges.push(tx.query(`select set_config('app.user_id', $1, true)`, [event.key]));
          contextChanges.at(-1)!.catch(() => undefined);
          await this.options.handle(event, tx);
        }
        await Promise.all(contextChanges);
        await this.commit(tx, events.at(-1)!);
        return true;
      });
    } catch (error) {
      this.log.debug(
        { error, events: events.length },
        'a batch of events was not applied; they are applied one by one',
      );
      return false;
    }
  }

  /**
   * Records the events in the inbox and returns the new ones, grouped by key; undefined if one has to wait behind a
   * parked event.
   */
  private async enterAll(events: readonly LoggedEvent[], tx: EntityManager): Promise<LoggedEvent[] | undefined> {
    const { group, topic } = this.options;
    const ordered = events.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const [row]: { waits: boolean; entered: string[] }[] = await tx.query(
      `with parked as (select 1 from events.parked where group_name = $2 and topic = $3 and key = any($4) limit 1),
         entered as (insert into inbox (consumer, event_id) select $2 || ':' || $3, id from unnest($1::uuid[]) id
           where not exists (select from parked)
           on conflict do nothing returning event_id)
       select exists (select from parked) as waits, array(select event_id::text from entered) as entered`,
      [ordered.map(({ id }) => id), group, topic, [...new Set(ordered.map(({ key }) => key))]],
    );
    const entered = new Set(row!.entered);
    // A batch may contain an event twice; only the first copy is returned.
    return row!.waits ? undefined : ordered.filter(({ id }) => entered.delete(id));
  }

  /**
   * Writes effect and inbox row in one transaction, so that an applied event is never applied again. Returns false,
   * with nothing done, if an earlier event of the key is parked.
   */
  private async once(event: LoggedEvent): Promise<boolean> {
    return this.options.dataSource.transaction(async (tx) => {
      const verdict = await this.record(event, tx, true);
      if (verdict === 'waits') return false;
      if (verdict === 'new') await this.options.handle(event, tx);
      await this.commit(tx, event);
      return true;
    });
  }

  /**
   * Sets the user of the transaction, inserts the inbox row and checks for parked events in one statement, because each
   * statement costs a round trip.
   */
  private async record(
    event: LoggedEvent,
    tx: EntityManager,
    behindParked: boolean,
  ): Promise<'new' | 'known' | 'waits'> {
    const { group, topic } = this.options;
    const [row]: { waits: boolean; isNew: boolean }[] = await tx.query(
      `with context as materialized (select set_config('app.user_id', $4, true)),
         parked as (select 1 from events.parked where $5 and group_name = $2 and topic = $3 and key = $4 limit 1),
         entered as (insert into inbox (consumer, event_id) select $2 || ':' || $3, $1::uuid from context
           where not exists (select from parked)
           on conflict do nothing returning 1)
       select exists (select from parked) as waits, exists (select from entered) as "isNew"`,
      [event.id, group, topic, event.key, behindParked],
    );
    return row!.waits ? 'waits' : row!.isNew ? 'new' : 'known';
  }

  /** Parks an event without payload, unless it was applied already: brokers may redeliver events. */
  private async parkAbsent(event: LoggedEvent, why: string): Promise<void> {
    const { dataSource, group, topic } = this.options;
    const [known]: unknown[] = await dataSource.query('select 1 from inbox where consumer = $1 and event_id = $2', [
      `${group}:${topic}`,
      event.id,
    ]);
    if (!known) await this.park(event, { error: `Error: ${why}`, stackHash: '', isBehind: false });
  }

  private async park(event: LoggedEvent, reason: ParkReason): Promise<void> {
    this.log.error({ topic: event.topic, type: event.type, key: event.key, reason: reason.error }, 'event parked');
    await this.options.dataSource.transaction(async (tx) => {
      await this.parked.add(event, reason, tx);
      await this.commit(tx, event);
      await this.parts.onFailed?.(event, reason);
    });
  }
}
