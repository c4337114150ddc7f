/** The broker by way of @platformatic/kafka: several times the throughput of kafkajs, next to nothing while idle. */
import type { Topic } from '@zo/proto/topics';
import { Admin, ConfigResourceTypes, Producer } from '@platformatic/kafka';
import { logger } from '../../observability/index.js';
import type { Broker, BrokerOptions, BrokerRecord, KeptTopic, Subscription } from './broker.js';
import { PlatformaticReader } from './platformatic.reader.js';

const log = logger('kafka');

export class PlatformaticBroker implements Broker {
  private readonly base: { clientId: string; bootstrapBrokers: string[]; retries: number; retryDelay: number; connectTimeout: number };
  private readonly readers = new Set<PlatformaticReader>();
  private producer?: Producer;

  constructor({ brokers, clientId }: BrokerOptions) {
    this.base = { clientId, bootstrapBrokers: [...brokers], retries: 8, retryDelay: 100, connectTimeout: 2_000 };
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
      // Copies as the cluster has them by default.
      await admin.createTopics({ topics: [name], partitions, replicas: -1, configs }).catch(async (error: unknown) => {
        // Somebody else may have been quicker.
        if (!(await admin.listTopics()).includes(name)) throw error;
      });
    });
  }

  private async administer<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = new Admin(this.base);
    try {
      return await work(admin);
    } finally {
      await admin.close().catch(() => undefined);
    }
  }

  async send(topic: string, partition: number, records: readonly BrokerRecord[]): Promise<void> {
    const producer = (this.producer ??= new Producer({ ...this.base, acks: -1, idempotent: true, autocreateTopics: false }));
    const messages = records.map(({ key, value, headers }) => ({ topic, partition, key: Buffer.from(key), value: Buffer.from(value), headers: new Map(Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)])) }));
    try {
      const { offsets, unwritableNodes } = await producer.send({ messages });
      if (offsets?.length !== 1 || offsets[0]!.partition !== partition || unwritableNodes?.length) throw new Error(`short produce answer for ${topic}/${partition}`);
    } catch (error) {
      if (this.producer === producer) this.producer = undefined;
      await producer.close().catch((fault: unknown) => log.debug({ error: fault }, 'closing a producer'));
      throw error;
    }
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
    await this.producer?.close().catch(() => undefined);
  }
}
