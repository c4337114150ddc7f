/**
 * Carries the log of a topic to the broker: for each partition one process, by lease, sends in the order of the log.
 * A process that lost its lease may send a piece again. Readers know it by its id, and the first copies stay in order,
 * because who takes over begins where the other had not got an answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Topic } from '@zo/proto/topics';
import type { DataSource } from 'typeorm';
import { type Logger, logger } from '../../observability/index.js';
import { type Broker, type BrokerRecord, parkedTopic } from './broker.js';

export interface RelayOptions {
  readonly dataSource: DataSource;
  readonly topic: Topic;
  readonly broker: () => Promise<Broker>;
}

interface Row {
  readonly offset: string;
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly payload: Uint8Array;
  readonly at: Date;
  readonly traceparent: string | null;
}

const BATCH = 500;
const LEASE_S = 3;
const POLL_MS = 5_000;
/** When another process holds a partition: its lease may be that of a dead one. */
const DENIED_POLL_MS = 500;
/** How long an idle relay may take to see that the cluster has been made anew. */
const CLUSTER_MS = 30_000;
const FRESH_MS = 2_000;

export class Relay {
  private readonly owner = crypto.randomUUID();
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  private readonly nudges = new Set<() => void>();
  private wakes = 0;
  private cluster?: Promise<string>;
  private clusterAt = 0;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RelayOptions) {
    this.log = logger(`relay:${options.topic.name}`);
  }

  start(): void {
    this.running = Promise.all(Array.from({ length: this.options.topic.partitions }, (_, partition) => this.carry(partition)));
  }

  readonly wake = (): void => {
    this.wakes++;
    for (const nudge of this.nudges) nudge();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
    if (!this.options.dataSource.isInitialized) return;
    const sql = 'update events.relay set lease_until = null where topic = $1 and lease_owner = $2';
    await this.options.dataSource.query(sql, [this.options.topic.name, this.owner]).catch(() => undefined);
  }

  private async carry(partition: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const seen = this.wakes;
      try {
        if (Date.now() - this.clusterAt > CLUSTER_MS) this.cluster = undefined;
        this.cluster ??= this.prepare();
        const sent = await this.step(await this.cluster, partition);
        if (!sent && this.wakes === seen) await this.rest(sent === undefined ? DENIED_POLL_MS : POLL_MS);
      } catch (error) {
        this.log.warn({ error, partition }, 'carrying events to the broker failed');
        // It may be another cluster that answers next.
        this.cluster = undefined;
        await delay(500, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** The name of the cluster, once it has the topic and that of its parked events. */
  private async prepare(): Promise<string> {
    this.clusterAt = Date.now();
    const broker = await this.options.broker();
    const cluster = await broker.clusterId();
    // First, because readers begin once the topic is there.
    await broker.ensureTopic(parkedTopic(this.options.topic));
    await broker.ensureTopic(this.options.topic);
    return cluster;
  }

  /** How many events were sent; undefined when another process holds the partition. */
  private async step(cluster: string, partition: number): Promise<number | undefined> {
    const { dataSource, topic, broker } = this.options;
    const from = await this.lease(cluster, partition);
    if (from === undefined) return undefined;
    const rows: Row[] = await dataSource.query(
      `select "offset", id, key, type, payload, at, traceparent from events.log where topic = $1 and partition = $2 and "offset" >= $3 order by "offset" limit ${BATCH}`,
      [topic.name, partition, from],
    );
    if (rows.length === 0) return 0;
    await (await broker()).send(topic.name, partition, rows.map((row) => recordOf(topic, row)));
    await this.mark(cluster, partition, BigInt(rows.at(-1)!.offset) + 1n);
    return rows.length;
  }

  /**
   * The next offset to send when this process holds, or now takes, the partition. Only who has just asked the brokers
   * may say that they are another cluster than the one the partition was carried to.
   */
  private async lease(cluster: string, partition: number): Promise<string | undefined> {
    const isFresh = Date.now() - this.clusterAt < FRESH_MS;
    const rows: { next: string }[] = await this.options.dataSource.query(
      `insert into events.relay (topic, partition, cluster, lease_owner, lease_until)
       values ($1, $2, $3, $4, now() + make_interval(secs => ${LEASE_S}))
       on conflict (topic, partition) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until,
         cluster = excluded.cluster, next = case when relay.cluster = excluded.cluster then relay.next else 0 end
         where (relay.lease_owner = excluded.lease_owner or relay.lease_until is null or relay.lease_until < now())
           and (relay.cluster = excluded.cluster or $5)
       returning next`,
      [this.options.topic.name, partition, cluster, this.owner, isFresh],
    );
    return rows[0]?.next;
  }

  private async mark(cluster: string, partition: number, next: bigint): Promise<void> {
    const sql = 'update events.relay set next = $5 where topic = $1 and partition = $2 and cluster = $3 and lease_owner = $4';
    await this.options.dataSource.query(sql, [this.options.topic.name, partition, cluster, this.owner, next.toString()]);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const nudge = () => {
        clearTimeout(timer);
        this.nudges.delete(nudge);
        resolve();
      };
      const timer = setTimeout(nudge, ms);
      this.nudges.add(nudge);
      if (this.stopping.signal.aborted) nudge();
    });
  }
}

/** In the spelling of CloudEvents; `offset` is the place in the log of Postgres. */
function recordOf(topic: Topic, { offset, id, key, type, payload, at, traceparent }: Row): BrokerRecord {
  const headers = { ce_id: id, ce_type: type, ce_time: at.toISOString(), ce_source: topic.owner, ce_specversion: '1.0', offset, ...(traceparent && { traceparent }) };
  return { key, value: payload, headers };
}
