/** Kafka behind the log in Postgres: relays the events this service publishes, and consumes from the brokers. */
import { topics } from '@zo/proto/topics';
import type { Database } from '@zo/db';
import type { ConsumerOptions, EventConsumer } from '../contract.js';
import type { EventLog } from '../contract.js';
import type { LogSweeper } from '../sweep.js';
import { LogListener, LogWaker } from '../wake.js';
import type { Broker, BrokerOptions } from './broker.js';
import { checkTopics } from './check.js';
import { KafkaConsumer } from './consumer.js';
import { Relay } from './relay.js';
import type { BrokerSecurity } from './security.js';

export interface KafkaLogOptions {
  readonly brokers: readonly string[];
  readonly client: 'kafkajs' | 'platformatic';
  readonly batchBytes: number;
  /** @throws if the settings are invalid, which keeps the service from being ready */
  readonly security: () => BrokerSecurity;
  readonly sweeper: LogSweeper;
}

export class KafkaLog implements EventLog {
  private readonly broker: () => Promise<Broker>;
  private readonly relays: readonly Relay[];
  private readonly listener: LogListener;
  private readonly waker: LogWaker;
  private readonly service: string;
  private opened?: Promise<Broker>;

  constructor(
    database: Database,
    private readonly options: KafkaLogOptions,
  ) {
    const { service } = database.options;
    this.service = service;
    const dataSource = database.dataSource;
    this.broker = () => (this.opened ??= openBroker(options, `zo-${service}`));
    this.relays = topics
      .filter(({ owner }) => owner === service)
      .map((topic) => new Relay({ dataSource, topic, broker: this.broker, batchBytes: options.batchBytes }));
    this.waker = new LogWaker((sql) => dataSource.query(sql));
    this.listener = new LogListener(database, this.wakeRelays);
  }

  private readonly wakeRelays = (): void => this.relays.forEach((relay) => relay.wake());

  /** Wakes the relay of this process and, by notification, one in another process that holds the lease. */
  readonly wake = (): void => {
    this.wakeRelays();
    this.waker.wake();
  };

  async check(): Promise<void> {
    await checkTopics(await this.broker(), this.service);
  }

  consumer(options: ConsumerOptions): EventConsumer {
    this.options.sweeper.hasInbox = true;
    return new KafkaConsumer({ ...options, broker: this.broker });
  }

  start(): void {
    for (const relay of this.relays) relay.start();
    if (this.relays.length > 0) void this.listener.start();
    this.options.sweeper.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.listener.stop(), this.options.sweeper.stop()]);
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await this.opened?.then((broker) => broker.close()).catch(() => undefined);
  }
}

/** Imports the client on demand, so that an installation without Kafka does not load one. */
async function openBroker({ client, brokers, security }: KafkaLogOptions, clientId: string): Promise<Broker> {
  const options: BrokerOptions = { brokers, clientId, ...security() };
  if (client === 'platformatic') return new (await import('./platformatic.broker.js')).PlatformaticBroker(options);
  return new (await import('./kafkajs.broker.js')).KafkaJsBroker(options);
}
