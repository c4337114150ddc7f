/** The broker adapter for @platformatic/kafka: several times the throughput of kafkajs, almost no load while idle. */
import { callbackify } from 'node:util';
import type { Topic } from '@zo/proto/topics';
import {
  Admin,
  type Broker as BrokerAddress,
  type Callback,
  ConfigResourceTypes,
  type Connection,
  kGetConnection,
  NetworkError,
  Producer,
  type ProducerOptions,
} from '@platformatic/kafka';
import { logger } from '@zo/observability';
import {
  type Broker,
  type BrokerOptions,
  type BrokerRecord,
  checkCluster,
  type Destination,
  type KeptTopic,
  type Subscription,
  TOO_LARGE,
  TooLargeError,
} from './broker.js';
import { ADMIN_TIMEOUT_MS, CLOSE_TIMEOUT_MS, SEND_TIMEOUT_MS, withDeadline } from './deadline.js';
import { type ConnectOptions, PlatformaticReader } from './platformatic.reader.js';

const log = logger('kafka');
const MECHANISMS = { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' } as const;

/** The client's error names only the failed request; the reason is in the causes. */
function explained(error: unknown): Error {
  let why = error as Error & { errors?: Error[] };
  for (let next: unknown = why; next; next = why.errors?.[0] ?? why.cause) why = next as typeof why;
  return why === error ? why : new Error(`${(error as Error).message} ${why.message}`, { cause: error });
}

function isTooLarge(error: unknown): boolean {
  const { apiId, errors = [], cause } = error as { apiId?: string; errors?: unknown[]; cause?: unknown };
  return TOO_LARGE.has(apiId) || errors.some(isTooLarge) || (cause instanceof Error && isTooLarge(cause));
}

/** Sends no batch on a connection before that has been checked. */
class CheckedProducer extends Producer {
  private readonly checks = new WeakMap<Connection, Promise<void>>();

  constructor(
    options: ProducerOptions<Buffer, Buffer, Buffer, Buffer>,
    private readonly check: () => Promise<void>,
  ) {
    super(options);
  }

  override [kGetConnection](address: BrokerAddress, callback: Callback<Connection>): void {
    super[kGetConnection](address, (error, connection) => {
      if (error || !connection) return callback(error);
      if (!this.checks.has(connection)) this.checks.set(connection, this.check());
      callbackify(() => this.checks.get(connection)!)((failure) =>
        // The client takes its own errors only, and would try other brokers after some of them.
        failure
          ? callback(new NetworkError(failure.message, { cause: failure, canRetry: false }))
          : callback(null, connection),
      );
    });
  }
}

/** Concurrent sends share a producer. When one of them fails, all do: the others could wait for a closed connection. */
interface SharedProducer {
  readonly cluster: string;
  readonly client: CheckedProducer;
  readonly closed: Promise<never>;
  close(): void;
}

export class PlatformaticBroker implements Broker {
  private readonly base: ConnectOptions;
  private readonly readers = new Set<PlatformaticReader>();
  private producer?: SharedProducer;

  constructor({ brokers, clientId, tls, sasl }: BrokerOptions) {
    this.base = {
      clientId,
      bootstrapBrokers: [...brokers],
      retries: 8,
      retryDelay: 100,
      connectTimeout: 2_000,
      ...(tls && { tls, tlsServerName: true }),
      ...(sasl && { sasl: { ...sasl, mechanism: MECHANISMS[sasl.mechanism] } }),
    };
  }

  async clusterId(): Promise<string> {
    return this.administer(async (admin) => (await admin.metadata({ topics: [], forceUpdate: true })).id);
  }

  async hasTopic(name: string): Promise<boolean> {
    return this.administer(async (admin) => (await admin.listTopics()).includes(name));
  }

  async inspect(name: string): Promise<KeptTopic | undefined> {
    return this.administer(async (admin) => {
      if (!(await admin.listTopics()).includes(name)) return undefined;
      const [{ brokers, topics }, [described]] = await Promise.all([
        admin.metadata({ topics: [name], forceUpdate: true }),
        admin.describeConfigs({ resources: [{ resourceType: ConfigResourceTypes.TOPIC, resourceName: name }] }),
      ]);
      const settings = Object.fromEntries(described!.configs.map((setting) => [setting.name, setting.value]));
      return { brokers: brokers.size, partitions: topics.get(name)!.partitionsCount, settings };
    });
  }

  async ensureTopic({ name, partitions, retentionHours }: Topic): Promise<void> {
    await this.administer(async (admin) => {
      if ((await admin.listTopics()).includes(name)) return;
      const configs = [{ name: 'retention.ms', value: String(retentionHours * 3_600_000) }];
      // Uses the cluster's default replication factor.
      await admin.createTopics({ topics: [name], partitions, replicas: -1, configs }).catch(async (error: unknown) => {
        // Another process may have created the topic meanwhile.
        if (!(await admin.listTopics()).includes(name)) throw error;
      });
    });
  }

  private async administer<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = new Admin(this.base);
    try {
      return await withDeadline(ADMIN_TIMEOUT_MS, 'a question to the brokers', work(admin));
    } catch (error) {
      throw explained(error);
    } finally {
      await withDeadline(CLOSE_TIMEOUT_MS, 'closing a connection', admin.close()).catch(() => undefined);
    }
  }

  async send({ topic, partition, cluster }: Destination, records: readonly BrokerRecord[]): Promise<void> {
    const producer = this.producerOf(cluster ?? this.producer?.cluster ?? (await this.clusterId()));
    const messages = records.map(({ key, value, headers }) => ({
      topic,
      partition,
      key: Buffer.from(key),
      value: Buffer.from(value),
      headers: new Map(Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)])),
    }));
    try {
      // Throws before anything is sent if the producer was closed meanwhile.
      await Promise.race([producer.closed, undefined]);
      const { offsets, unwritableNodes } = await withDeadline(
        SEND_TIMEOUT_MS,
        `sending a batch of ${topic}/${partition}`,
        Promise.race([producer.client.send({ messages }), producer.closed]),
      );
      if (offsets?.length !== 1 || offsets[0]!.partition !== partition || unwritableNodes?.length)
        throw new Error(`short produce response for ${topic}/${partition}`);
    } catch (error) {
      if (this.producer === producer) this.producer = undefined;
      producer.close();
      throw isTooLarge(error) ? new TooLargeError(error) : error;
    }
  }

  private producerOf(cluster: string): SharedProducer {
    if (this.producer?.cluster === cluster) return this.producer;
    this.producer?.close();
    return (this.producer = this.openProducer(cluster));
  }

  private openProducer(cluster: string): SharedProducer {
    const options = {
      ...this.base,
      // The relay retries itself, after it has read the cluster id.
      retries: 0,
      repeatOnStaleMetadata: false,
      acks: -1,
      idempotent: true,
      autocreateTopics: false,
    };
    const client = new CheckedProducer(options, () => checkCluster(this, cluster));
    const { promise: closed, reject } = Promise.withResolvers<never>();
    closed.catch(() => undefined);
    // Its next connection may lead to another cluster: the next send fails, and the relay reads the cluster id again.
    client.on('client:broker:disconnect', () => reject(new Error('a broker has disconnected')));
    return {
      cluster,
      client,
      closed,
      close: () => {
        reject(new Error('the producer was closed after another send had failed'));
        client.close().catch((error: unknown) => log.debug({ error }, 'closing a producer failed'));
      },
    };
  }

  async subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }> {
    const reader = new PlatformaticReader(this.base, subscription);
    this.readers.add(reader);
    reader.start();
    return {
      stop: async () => {
        this.readers.delete(reader);
        await reader.stop();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.readers].map((reader) => reader.stop()));
    await this.producer?.client.close().catch(() => undefined);
  }
}
