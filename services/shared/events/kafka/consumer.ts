/** A group's reader of a topic on the broker: in order per key, several keys at a time, committed without gaps. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, logger } from '../../observability/index.js';
import { type ConsumerOptions, EventApplier, type EventConsumer, type LoggedEvent } from '../apply.js';
import type { Fault } from '../parked.js';
import { partitionFor } from '../publish.js';
import { AGAIN_MS, type Broker, type BrokerBatch, type BrokerRecord, parkedTopicName } from './broker.js';

export interface KafkaConsumerOptions extends ConsumerOptions {
  readonly broker: () => Promise<Broker>;
}

/** Keys handled at a time by one reader, whatever the number of its partitions: each holds a connection to the database. */
const LANES = 4;

export class KafkaConsumer implements EventConsumer {
  private readonly log: Logger;
  private readonly applier: EventApplier;
  private readonly lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  private stopping = new AbortController();
  private running?: Promise<{ stop(): Promise<void> } | undefined>;

  constructor(private readonly options: KafkaConsumerOptions) {
    this.log = logger(`events:${options.group}`);
    this.applier = new EventApplier(options, { tell: (event, fault) => this.tell(event, fault) });
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.subscribe();
    this.applier.parked.start();
  }

  /** The broker answers a waiting fetch by itself. */
  wake(): void {}

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.running?.then((reader) => reader?.stop()), this.applier.parked.stop()]);
  }

  retryParked(): Promise<number> {
    return this.applier.parked.retryAll();
  }

  private async subscribe(): Promise<{ stop(): Promise<void> } | undefined> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.appear();
        const broker = await this.options.broker();
        // Made by the relay, which thereby knows that this cluster has nothing yet.
        if (await broker.hasTopic(this.options.topic)) return await broker.subscribe({ group: this.options.group, topic: this.options.topic, handle: (batch) => this.batch(batch) });
      } catch (error) {
        this.log.warn({ error, topic: this.options.topic }, 'the broker cannot be read');
      }
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** How many records, from the first on, are applied or parked. */
  private async batch({ partition, records, signal }: BrokerBatch): Promise<number> {
    const done = new Set<number>();
    const failed = new AbortController();
    const over = AbortSignal.any([signal, failed.signal]);
    const work = records.map((record, index) =>
      this.inLane(record.key, async () => {
        if (over.aborted) return;
        try {
          const event = eventOf(this.options.topic, partition, record);
          if (event) await this.applier.apply(event, over);
          else this.log.error({ topic: this.options.topic, partition }, 'a record that is no event was passed over');
          done.add(index);
        } catch (error) {
          if (!over.aborted) this.log.warn({ error, topic: this.options.topic }, 'an event could be neither applied nor parked');
          failed.abort();
        }
      }),
    );
    await Promise.all(work);
    let first = 0;
    while (done.has(first)) first++;
    await this.pass(partition, records.slice(0, first));
    return first;
  }

  /** From now on nothing is deleted from the log that this group has not had. */
  private async appear(): Promise<void> {
    const { dataSource, group, topic, partitions } = this.options;
    await dataSource.query(
      `insert into events.group_offset (group_name, topic, partition) select $1, $2, p from generate_series(0, $3 - 1) p on conflict do nothing`,
      [group, topic, partitions],
    );
  }

  /**
   * Where the group is in the log of Postgres. The brokers know where it is on them; this tells what may be deleted, and is
   * never moved back by what comes again.
   */
  private async pass(partition: number, records: readonly BrokerRecord[]): Promise<void> {
    const { dataSource, group, topic } = this.options;
    const last = records.findLast(({ headers }) => headers['offset']);
    if (!last) return;
    const next = (BigInt(last.headers['offset']!) + 1n).toString();
    const sql = 'update events.group_offset set next = $4 where group_name = $1 and topic = $2 and partition = $3 and next < $4';
    await dataSource.query(sql, [group, topic, partition, next]).catch((error: unknown) => this.log.debug({ error }, 'offset not noted'));
  }

  /** Beside the row in the database, for whoever watches the brokers. The place named is that in the log of Postgres. */
  private async tell({ topic, partition, offset, id, key, type, payload }: LoggedEvent, { error, stackHash }: Fault): Promise<void> {
    const headers = { ce_id: id, ce_type: type, group: this.options.group, error, stack_hash: stackHash, topic, partition: String(partition), offset: String(offset) };
    await (await this.options.broker()).send(parkedTopicName(topic), partition, [{ key, value: payload, headers }]);
  }

  private inLane(key: string, work: () => Promise<void>): Promise<void> {
    const lane = partitionFor(`lane:${key}`, LANES);
    const turn = this.lanes[lane]!.then(work);
    this.lanes[lane] = turn;
    return turn;
  }
}

/** Undefined for what no relay of ours has written. */
function eventOf(topic: string, partition: number, { key, value, headers }: BrokerRecord): LoggedEvent | undefined {
  const { ce_id: id, ce_type: type, offset, traceparent } = headers;
  if (!id || !type || !offset) return undefined;
  return { topic, partition, offset: BigInt(offset), id, key, type, payload: value, traceparent };
}
