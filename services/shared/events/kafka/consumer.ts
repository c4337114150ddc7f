/**
 * Consumes a topic from the broker for a group: in order per key, several keys at a time, offsets committed without
 * gaps.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, logger } from '@zo/observability';
import { EventApplier } from '../apply.js';
import type { ConsumerOptions, EventConsumer, LoggedEvent } from '../contract.js';
import type { ParkReason } from '../parked.js';
import { partitionFor } from '../publish.js';
import { Progress } from '../progress.js';
import {
  RETRY_MS,
  type Broker,
  type BrokerBatch,
  type BrokerRecord,
  parkedTopicName,
  TooLargeError,
} from './broker.js';
import { OVERSIZED_BYTES, OVERSIZED_OFFSET } from './deliver.js';
import { OrderedWorker } from './ordered-worker.js';

export interface KafkaConsumerOptions extends ConsumerOptions {
  readonly broker: () => Promise<Broker>;
}

/** Keys handled concurrently by one reader, at most one for each partition: each holds a database connection. */
const MAX_WORKERS = 4;
const PASS_MS = 500;

export class KafkaConsumer implements EventConsumer {
  private readonly log: Logger;
  private readonly applier: EventApplier;
  private readonly workers: readonly OrderedWorker[];
  private readonly passed = new Progress((reached) => this.recordProgress(reached), PASS_MS);
  private stopping = new AbortController();
  private running?: Promise<{ stop(): Promise<void> } | undefined>;

  constructor(private readonly options: KafkaConsumerOptions) {
    this.log = logger(`events:${options.group}`);
    this.applier = new EventApplier(options, { onFailed: (event, reason) => this.announceParked(event, reason) });
    this.workers = Array.from(
      { length: Math.min(MAX_WORKERS, options.partitions) },
      () => new OrderedWorker(this.applier),
    );
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.subscribe();
    this.applier.parked.start();
  }

  /** Does nothing: a new record ends the pending fetch at once. */
  wake(): void {}

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.running?.then((reader) => reader?.stop()), this.applier.parked.stop()]);
    await this.passed.flush();
  }

  retryParked(): Promise<number> {
    return this.applier.parked.retryAll();
  }

  private async subscribe(): Promise<{ stop(): Promise<void> } | undefined> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.register();
        const broker = await this.options.broker();
        // The relay creates the topic, which tells it that this cluster has no events yet.
        if (await broker.hasTopic(this.options.topic))
          return await broker.subscribe({
            group: this.options.group,
            topic: this.options.topic,
            handle: (batch) => this.batch(batch),
          });
      } catch (error) {
        this.log.warn({ error, topic: this.options.topic }, 'the broker cannot be read');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Returns how many records, counted from the first, are applied or parked. */
  private async batch({ partition, records, signal }: BrokerBatch): Promise<number> {
    const failed = new AbortController();
    const over = AbortSignal.any([signal, failed.signal]);
    const outcomes = await Promise.all(
      records.map((record) => this.enqueue(eventOf(this.options.topic, partition, record), { over, failed })),
    );
    const firstOpen = outcomes.indexOf(false);
    const done = firstOpen === -1 ? records.length : firstOpen;
    const last = records.slice(0, done).findLast(({ headers }) => offsetOf(headers));
    if (last) this.passed.reach(partition, BigInt(offsetOf(last.headers)!) + 1n);
    return done;
  }

  /** Resolves with whether the event was applied or parked. */
  private enqueue(
    event: LoggedEvent | undefined,
    { over, failed }: { over: AbortSignal; failed: AbortController },
  ): Promise<boolean> {
    const { topic } = this.options;
    if (!event) {
      this.log.error({ topic }, 'a record that is not an event was skipped');
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.workers[partitionFor(`worker:${event.key}`, this.workers.length)]!.add({
        event,
        over,
        done: () => resolve(true),
        failed: (error) => {
          if (!over.aborted) this.log.warn({ error, topic }, 'an event could be neither applied nor parked');
          failed.abort();
          resolve(false);
        },
      });
    });
  }

  /** Registers the group, so that no event it has not read is deleted from the log. */
  private async register(): Promise<void> {
    const { dataSource, group, topic, partitions } = this.options;
    await dataSource.query(
      `insert into events.group_offset (group_name, topic, partition)
       select $1, $2, p from generate_series(0, $3 - 1) p on conflict do nothing`,
      [group, topic, partitions],
    );
  }

  /**
   * Records how far the group has read the log of Postgres, which decides what may be deleted. The brokers keep the
   * group's offsets themselves. Redelivered events never move it back.
   */
  private async recordProgress(reached: ReadonlyMap<number, bigint>): Promise<void> {
    const { dataSource, group, topic } = this.options;
    await dataSource.query(
      `update events.group_offset g set next = r.next from unnest($3::int[], $4::bigint[]) as r (partition, next)
       where g.group_name = $1 and g.topic = $2 and g.partition = r.partition and g.next < r.next`,
      [group, topic, [...reached.keys()], [...reached.values()].map(String)],
    );
  }

  /**
   * Announces a parked event on the brokers for external monitoring, besides the row in the database. The headers name
   * its partition and offset in the log of Postgres.
   */
  private async announceParked(
    { topic, partition, offset, id, key, type, payload }: LoggedEvent,
    { error, stackHash }: ParkReason,
  ): Promise<void> {
    const headers = {
      ce_id: id,
      ce_type: type,
      group: this.options.group,
      error,
      stack_hash: stackHash,
      topic,
      partition: String(partition),
      offset: String(offset),
    };
    const broker = await this.options.broker();
    const send = (value: Uint8Array) =>
      broker.send({ topic: parkedTopicName(topic), partition }, [{ key, value, headers }]);
    await send(payload).catch((error: unknown) => {
      // With the error headers the record may exceed the size limit; send it without payload, which is in the log of
      // Postgres.
      if (error instanceof TooLargeError) return send(new Uint8Array());
      throw error;
    });
  }
}

/** Returns undefined for a record that our relay did not write. */
function eventOf(topic: string, partition: number, { key, value, headers }: BrokerRecord): LoggedEvent | undefined {
  const { ce_id: id, ce_type: type, traceparent } = headers;
  const offset = offsetOf(headers);
  if (!id || !type || !offset) return undefined;
  const isAnnounced = headers[OVERSIZED_OFFSET] !== undefined;
  return {
    topic,
    partition,
    offset: BigInt(offset),
    id,
    key,
    type,
    payload: value,
    traceparent,
    ...(isAnnounced && { absent: `the event is too large for the brokers: ${headers[OVERSIZED_BYTES]} bytes` }),
  };
}

const offsetOf = (headers: BrokerRecord['headers']) => headers['offset'] ?? headers[OVERSIZED_OFFSET];
