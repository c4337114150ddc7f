/**
 * Events a group could not apply, and later events of the same key. An operator decides what to do with them
 * (`askParked`); any process of the group executes it, in the order of the key. Later events continue by themselves
 * once no earlier event of their key is parked.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { logger } from '@zo/observability';
import type { ConsumerOptions, LoggedEvent } from './contract.js';

/** Why an event is parked. */
export interface ParkReason {
  readonly error: string;
  /** Equal for errors from the same place in the code, whatever the message; empty for events that only wait. */
  readonly stackHash: string;
  readonly isBehind: boolean;
}

export const BEHIND: ParkReason = { error: 'an earlier event of this key is parked', stackHash: '', isBehind: true };

export interface ParkedSteps {
  /** Applies the event, unless it was applied already. */
  readonly apply: (event: LoggedEvent, tx: EntityManager) => Promise<void>;
  /** Marks the event as done without applying it. */
  readonly skip: (event: LoggedEvent, tx: EntityManager) => Promise<void>;
}

type Row = Omit<LoggedEvent, 'offset'> & { readonly offset: string; readonly wanted: 'retry' | 'drop' | null };

const POLL_MS = 3_000;
const MAX_ERROR = 1_000;
const OF_ROW = 'group_name = $1 and topic = $2 and partition = $3 and "offset" = $4';

export function parkReasonOf(error: unknown): ParkReason {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const stackHash = createHash('sha256')
    .update(frames.join('\n') || String(error))
    .digest('hex')
    .slice(0, 16);
  return { error: String(error).slice(0, MAX_ERROR), stackHash, isBehind: false };
}

export class ParkedEvents {
  private readonly log = logger('events');
  private timer?: NodeJS.Timeout;
  private running: Promise<unknown> = Promise.resolve();
  private isBusy = false;

  constructor(
    private readonly options: ConsumerOptions,
    private readonly steps: ParkedSteps,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      if (this.isBusy) return;
      this.isBusy = true;
      this.running = this.executeRequests()
        .catch((error: unknown) => this.log.debug({ error }, 'processing parked events failed'))
        .finally(() => (this.isBusy = false));
    }, POLL_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  async add(event: LoggedEvent, { error, stackHash, isBehind }: ParkReason, tx: EntityManager): Promise<void> {
    await tx.query(
      `insert into events.parked (group_name, topic, partition, "offset", key, error, stack_hash, behind)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict do nothing`,
      [...this.rowKeyOf(event), event.key, error, stackHash, isBehind],
    );
  }

  /** Retries all parked events of the group, in the order of each key. Returns how many were applied. */
  async retryAll(): Promise<number> {
    return (await this.retry(await this.read('true'))).length;
  }

  /** Executes requested drops and retries, and retries waiting events that are no longer blocked. */
  private async executeRequests(): Promise<void> {
    for (const row of await this.read(`p.wanted = 'drop'`)) await this.remove(row, this.steps.skip);
    const isDue = `p.key in (select w.key from events.parked w where w.group_name = $1 and w.topic = $2
      and (w.wanted = 'retry' or w.behind and not exists (
      select from events.parked e where e.group_name = $1 and e.topic = $2 and e.key = w.key
        and e."offset" < w."offset")))`;
    await this.retry(await this.read(isDue));
  }

  private read(condition: string): Promise<Row[]> {
    return this.options.dataSource.query(
      `select l.topic, l.partition, l."offset", l.id, l.key, l.type, l.payload, p.wanted from events.parked p
       join events.log l on l.topic = p.topic and l.partition = p.partition and l."offset" = p."offset"
       where p.group_name = $1 and p.topic = $2 and ${condition} order by p.partition, p."offset"`,
      [this.options.group, this.options.topic],
    );
  }

  /** Returns the events that were applied. After a failure the key stays parked from that event on. */
  private async retry(rows: readonly Row[]): Promise<Row[]> {
    const failed = new Set<string>();
    const applied: Row[] = [];
    for (const row of rows) {
      if (failed.has(row.key)) continue;
      try {
        await this.remove(row, this.steps.apply);
        applied.push(row);
      } catch (error) {
        failed.add(row.key);
        await this.failedAgain(row, error);
      }
    }
    return applied;
  }

  /**
   * Runs `step` and deletes the row in one transaction. `step` also writes the inbox row, because a broker may
   * redeliver the event later.
   */
  private async remove(row: Row, step: ParkedSteps['apply']): Promise<void> {
    const event = { ...row, offset: BigInt(row.offset) };
    await this.options.dataSource.transaction(async (tx) => {
      await step(event, tx);
      await tx.query(`delete from events.parked where ${OF_ROW}`, this.rowKeyOf(event));
    });
  }

  private async failedAgain(row: Row, error: unknown): Promise<void> {
    this.log.warn({ error, topic: row.topic, type: row.type, key: row.key }, 'a parked event failed again');
    const { dataSource, group, topic } = this.options;
    const reason = parkReasonOf(error);
    await dataSource.query(`update events.parked set error = $5, stack_hash = $6, behind = false where ${OF_ROW}`, [
      ...this.rowKeyOf(row),
      reason.error,
      reason.stackHash,
    ]);
    await dataSource.query(
      `update events.parked set wanted = null where group_name = $1 and topic = $2 and key = $3 and wanted = 'retry'`,
      [group, topic, row.key],
    );
  }

  private rowKeyOf({
    topic,
    partition,
    offset,
  }: Pick<Row, 'topic' | 'partition'> & { offset: bigint | string }): [string, string, number, string] {
    return [this.options.group, topic, partition, String(offset)];
  }
}
