/**
 * Relays the log of a topic to the broker. For each partition one process, by lease, sends the events in the order of
 * the log, one batch at a time.
 * A process that lost its lease may send a batch again. Consumers recognise duplicates by event id, and the first
 * copies stay in order, because the new lease holder starts at the first event without an acknowledgement.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Topic } from '@zo/proto/topics';
import type { DataSource } from 'typeorm';
import { type Logger, logger } from '@zo/observability';
import { type Broker, parkedTopic } from './broker.js';
import { deliver, type LogRow, MAX_PAYLOAD_BYTES, RECORD_OVERHEAD_BYTES } from './deliver.js';
import { DENIED_POLL_MS, RENEW_MS, RelayLease } from './relay-lease.js';

export interface RelayOptions {
  readonly dataSource: DataSource;
  readonly topic: Topic;
  readonly broker: () => Promise<Broker>;
  /** Bytes of events sent together; a larger event is sent by itself. */
  readonly batchBytes: number;
}

/** Rows read per partition at a time. */
const BATCH = 500;
/** Reads the next rows of each partition: at most BATCH rows and `batchBytes` bytes, but always at least one row. */
const READ = `select l.partition, l."offset", l.id, l.key, l.type, l.bytes, l.at, l.traceparent,
    case when l.bytes <= ${MAX_PAYLOAD_BYTES} then log.payload end as payload
  from unnest($2::int[], $3::bigint[]) as held (partition, next) cross join lateral (
    select first.*, sum(bytes + ${RECORD_OVERHEAD_BYTES}) over (order by "offset") as sum,
      row_number() over (order by "offset") as n from (
      select partition, "offset", id, key, type, octet_length(payload) as bytes, at, traceparent from events.log
      where topic = $1 and partition = held.partition and "offset" >= held.next order by "offset"
        limit ${BATCH}) first) l
  join events.log log on log.topic = $1 and log.partition = l.partition and log."offset" = l."offset"
  where l.n = 1 or l.sum <= $4
  order by l.partition, l."offset"`;
const POLL_MS = 5_000;
const RETRY_MS = 500;
/** How long an idle relay may take to notice that the cluster was recreated. */
const CLUSTER_MS = 30_000;
const FRESH_MS = 2_000;

export class Relay {
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  /** Dropped as a whole if the database or the brokers are unreachable. */
  private lease?: RelayLease;
  private clusterReadAt = -Infinity;
  private readonly sending = new Map<number, Promise<void>>();
  /** Partitions whose last batch failed. */
  private readonly failed = new Set<number>();
  private wakes = 0;
  private wakeUp?: () => void;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: RelayOptions) {
    this.log = logger(`relay:${options.topic.name}`);
  }

  start(): void {
    this.running = this.run();
  }

  readonly wake = (): void => {
    this.wakes++;
    this.wakeUp?.();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
    await Promise.all(this.sending.values());
    await this.lease?.end();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const seen = this.wakes;
      try {
        await this.releaseFailed();
        const lease = await this.begin();
        await lease.renew({ isFresh: performance.now() - this.clusterReadAt < FRESH_MS });
        await this.step(lease);
        if (this.wakes === seen)
          await this.sleep(!lease.isWhole ? DENIED_POLL_MS : this.sending.size > 0 ? RENEW_MS : POLL_MS);
      } catch (error) {
        await this.dropLease(this.lease, error);
      }
    }
  }

  /** Returns the lease for the current cluster, after creating the topic and its dead-letter topic there. */
  private async begin(): Promise<RelayLease> {
    const { dataSource, topic } = this.options;
    if (this.lease && performance.now() - this.clusterReadAt < CLUSTER_MS) return this.lease;
    const broker = await this.options.broker();
    const cluster = await broker.clusterId();
    // What is still being sent continues from the old cluster's offsets. It fails as long as the new cluster has no
    // topic.
    if (this.lease && this.lease.cluster !== cluster) await Promise.all(this.sending.values());
    // Created first, because consumers start once the topic itself exists.
    await broker.ensureTopic(parkedTopic(topic));
    await broker.ensureTopic(topic);
    this.clusterReadAt = performance.now();
    if (this.lease?.cluster === cluster) return this.lease;
    await this.lease?.end();
    return (this.lease = new RelayLease({ dataSource, topic, cluster }));
  }

  /** Sends the next batch of the idle partitions; the others continue when their batch is acknowledged. */
  private async step(lease: RelayLease): Promise<void> {
    const idle = lease.places.filter(([partition]) => !this.sending.has(partition));
    if (idle.length === 0) return;
    const rows: LogRow[] = await this.options.dataSource.query(READ, [
      this.options.topic.name,
      idle.map(([partition]) => partition),
      idle.map(([, next]) => next.toString()),
      this.options.batchBytes,
    ]);
    for (const [partition, piece] of Map.groupBy(rows, (row) => row.partition))
      this.sending.set(partition, this.send(lease, partition, piece));
  }

  private async send(lease: RelayLease, partition: number, rows: readonly LogRow[]): Promise<void> {
    const { topic, broker } = this.options;
    try {
      const delivery = {
        broker: await broker(),
        topic,
        partition,
        cluster: lease.cluster,
        onSent: (next: bigint) => lease.markSent(partition, next),
        onOversized: ({ key, type, bytes }: LogRow) =>
          this.log.error({ key, type, bytes }, 'an event is too large for the brokers; consumers park it'),
      };
      await deliver(delivery, rows);
    } catch (error) {
      this.log.warn({ error, partition }, 'relaying events of a partition to the brokers failed');
      this.failed.add(partition);
    } finally {
      this.sending.delete(partition);
      this.wake();
    }
  }

  /**
   * Releases the partitions that failed, so that another process can take them before this one retries. Another cluster
   * may answer next, so its id is read again before anything is sent.
   */
  private async releaseFailed(): Promise<void> {
    if (this.failed.size === 0) return;
    const partitions = [...this.failed];
    this.failed.clear();
    this.clusterReadAt = -Infinity;
    await this.lease?.release(partitions);
  }

  private async dropLease(lease: RelayLease | undefined, error: unknown): Promise<void> {
    this.log.warn({ error }, 'relaying events to the brokers failed');
    if (this.lease === lease) this.lease = undefined;
    await lease?.end();
    await delay(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopping.signal.aborted) this.wakeUp();
    });
  }
}
