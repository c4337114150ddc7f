/** The broker adapter for kafkajs. */
import './kafkajs-timer.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Topic } from '@zo/proto/topics';
import kafkajs, {
  type EachBatchPayload,
  type KafkaConfig,
  type logCreator,
  type Producer,
  type SASLOptions,
} from 'kafkajs';
import { logger } from '@zo/observability';
import { Progress } from '../progress.js';
import {
  RETRY_MS,
  type Broker,
  type BrokerOptions,
  type BrokerRecord,
  brokerGroup,
  checkCluster,
  COMMIT_MS,
  type Destination,
  FETCH_WAIT_MS,
  HEARTBEAT_MS,
  type KeptTopic,
  SESSION_MS,
  type Subscription,
  TOO_LARGE,
  TooLargeError,
} from './broker.js';
import { ADMIN_TIMEOUT_MS, CLOSE_TIMEOUT_MS, SEND_TIMEOUT_MS, withDeadline } from './deadline.js';
import { checkedSockets, CONNECT_TIMEOUT_MS } from './kafkajs-sockets.js';

const { ConfigResourceTypes, Kafka, logLevel } = kafkajs;
const PARTITIONS_AT_ONCE = 8;
const log = logger('kafka');

/** kafkajs logs its routine retries as errors; the failures that matter reach us as rejections. */
const logAsDebug: logCreator =
  () =>
  ({ namespace, log: { message, error } }) =>
    log.debug({ namespace, reason: error as unknown }, message);

interface ClusterProducer {
  readonly cluster: string;
  readonly client: Promise<Producer>;
}

export class KafkaJsBroker implements Broker {
  private readonly brokers: readonly string[];
  private readonly config: KafkaConfig;
  private readonly kafka: InstanceType<typeof Kafka>;
  private producer?: ClusterProducer;
  private producersOpened = 0;

  constructor({ brokers, clientId, tls, sasl }: BrokerOptions) {
    this.brokers = brokers;
    this.config = {
      clientId,
      brokers: [...brokers],
      ssl: tls,
      sasl: sasl as SASLOptions | undefined,
      logLevel: logLevel.WARN,
      logCreator: logAsDebug,
      connectionTimeout: CONNECT_TIMEOUT_MS,
    };
    this.kafka = new Kafka({ ...this.config, retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8 } });
  }

  async clusterId(): Promise<string> {
    return this.administer(async (admin) => (await admin.describeCluster()).clusterId);
  }

  async hasTopic(name: string): Promise<boolean> {
    return this.administer(async (admin) => (await admin.listTopics()).includes(name));
  }

  async inspect(name: string): Promise<KeptTopic | undefined> {
    return this.administer(async (admin) => {
      if (!(await admin.listTopics()).includes(name)) return undefined;
      const [{ brokers }, { topics }, { resources }] = await Promise.all([
        admin.describeCluster(),
        admin.fetchTopicMetadata({ topics: [name] }),
        admin.describeConfigs({ includeSynonyms: false, resources: [{ type: ConfigResourceTypes.TOPIC, name }] }),
      ]);
      const settings = Object.fromEntries(
        resources[0]!.configEntries.map(({ configName, configValue }) => [configName, configValue]),
      );
      return { brokers: brokers.length, partitions: topics[0]!.partitions.length, settings };
    });
  }

  async ensureTopic({ name, partitions, retentionHours }: Topic): Promise<void> {
    await this.administer(async (admin) => {
      if ((await admin.listTopics()).includes(name)) return;
      const configEntries = [{ name: 'retention.ms', value: String(retentionHours * 3_600_000) }];
      await admin.createTopics({
        topics: [{ topic: name, numPartitions: partitions, configEntries }],
        waitForLeaders: true,
      });
    });
  }

  private async administer<T>(work: (admin: ReturnType<typeof this.kafka.admin>) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    const result = admin.connect().then(() => work(admin));
    try {
      return await withDeadline(ADMIN_TIMEOUT_MS, 'a question to the brokers', result);
    } finally {
      await withDeadline(CLOSE_TIMEOUT_MS, 'closing a connection', admin.disconnect()).catch(() => undefined);
    }
  }

  /**
   * Sends to one partition and checks that the response names it: if one of several brokers dies during a send, kafkajs
   * resolves without its records.
   */
  async send({ topic, partition, cluster }: Destination, records: readonly BrokerRecord[]): Promise<void> {
    const messages = records.map(({ key, value, headers }) => ({
      key,
      value: Buffer.from(value),
      headers: { ...headers },
      partition,
    }));
    const producer = this.producerOf(cluster ?? this.producer?.cluster ?? (await this.clusterId()));
    const sent = producer.client.then((client) => client.send({ topic, acks: -1, messages }));
    const results = await withDeadline(SEND_TIMEOUT_MS, `sending a batch of ${topic}/${partition}`, sent).catch(
      (error: Error) => {
        if (isTooLarge(error)) throw new TooLargeError(error);
        this.drop(producer);
        throw error;
      },
    );
    const [only] = results;
    if (results.length !== 1 || only!.partition !== partition || only!.errorCode !== 0)
      throw new Error(`short produce response for ${topic}/${partition}`);
  }

  private producerOf(cluster: string): ClusterProducer {
    if (this.producer && this.producer.cluster !== cluster) this.drop(this.producer);
    return (this.producer ??= { cluster, client: this.openProducer(cluster) });
  }

  /**
   * The relay retries sends itself, after it has read the cluster id: a retry of the client, its reads of metadata
   * included, could go to a new cluster that lacks all earlier events. So could a connection that it opens later.
   */
  private async openProducer(cluster: string): Promise<Producer> {
    const kafka = new Kafka({
      ...this.config,
      brokers: this.brokersInTurn(),
      retry: { retries: 0 },
      // The sockets have their own timeout to connect; this one includes the check.
      connectionTimeout: SEND_TIMEOUT_MS,
      socketFactory: checkedSockets(() => checkCluster(this, cluster)),
    });
    const producer = kafka.producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
    await producer.connect();
    return producer;
  }

  /** A client without retries asks only the first broker, which may be down: each producer begins with another one. */
  private brokersInTurn(): string[] {
    const first = this.producersOpened++ % this.brokers.length;
    return [...this.brokers.slice(first), ...this.brokers.slice(0, first)];
  }

  /** Makes the next send connect anew; a producer without retries would keep metadata of brokers that have changed. */
  private drop(producer: ClusterProducer): void {
    if (this.producer === producer) this.producer = undefined;
    producer.client.then((client) => client.disconnect()).catch(() => undefined);
  }

  async subscribe({ group, topic, handle }: Subscription): Promise<{ stop(): Promise<void> }> {
    const consumer = this.kafka.consumer({
      groupId: brokerGroup({ group, topic }),
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      allowAutoTopicCreation: false,
      // A consumer reconnects for ever, because it has nothing else to do without a broker.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 8, restartOnFailure: async () => true },
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    const stopping = new AbortController();
    // Commits are refused for partitions that moved to another member; that member recognises applied events by the
    // inbox.
    const committed = new Progress(
      (reached) =>
        consumer.commitOffsets([...reached].map(([partition, next]) => ({ topic, partition, offset: String(next) }))),
      COMMIT_MS,
    );
    const batches = new Set<Promise<void>>();
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch: async (payload) => {
        const work = eachBatch(payload, { handle, committed, stopping: stopping.signal });
        batches.add(work);
        await work.finally(() => batches.delete(work));
      },
    });
    return {
      stop: async () => {
        stopping.abort();
        await Promise.allSettled(batches);
        await committed.flush();
        await consumer.disconnect();
      },
    };
  }

  async close(): Promise<void> {
    const closed = this.producer?.client.then((client) => client.disconnect());
    if (closed) await withDeadline(CLOSE_TIMEOUT_MS, 'closing a connection', closed).catch(() => undefined);
  }
}

interface Reading {
  readonly handle: Subscription['handle'];
  readonly committed: Progress;
  readonly stopping: AbortSignal;
}

async function eachBatch(payload: EachBatchPayload, { handle, committed, stopping }: Reading): Promise<void> {
  const { batch, heartbeat, resolveOffset, isRunning, isStale } = payload;
  const lost = new AbortController();
  // The heartbeat reports a rebalance; kafkajs rejoins after the current batches.
  const beat = setInterval(() => void heartbeat().catch(() => lost.abort()), HEARTBEAT_MS);
  try {
    if (!isRunning() || isStale() || stopping.aborted) return;
    const records = batch.messages.map(({ key, value, headers }) => ({
      key: String(key),
      value: value ?? new Uint8Array(),
      headers: texts(headers ?? {}),
    }));
    const done = await handle({
      partition: batch.partition,
      records,
      signal: AbortSignal.any([lost.signal, stopping]),
    });
    if (isStale()) return;
    if (done > 0) {
      const { offset } = batch.messages[done - 1]!;
      resolveOffset(offset);
      committed.reach(batch.partition, BigInt(offset) + 1n);
    }
    if (done < records.length && !stopping.aborted && !lost.signal.aborted) await delay(RETRY_MS);
  } finally {
    clearInterval(beat);
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && (TOO_LARGE.has((error as { type?: string }).type) || isTooLarge(error.cause));

const texts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
