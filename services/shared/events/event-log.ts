/** The event log of a service: the log in Postgres itself, or Kafka behind it. */
import type { Database } from '@zo/db';
import type { ConsumerOptions, EventConsumer } from './contract.js';
import type { EventLog } from './contract.js';
import type { EventLogConfig } from './event-log.config.js';
import { KafkaLog } from './kafka/log.js';
import { securityOf } from './kafka/security.js';
import { LogConsumer } from './log.js';
import { LogSweeper } from './sweep.js';
import { LogListener, LogWaker } from './wake.js';

export function openEventLog(database: Database, config: EventLogConfig): EventLog {
  const { KAFKA_BROKERS, KAFKA_CLIENT, KAFKA_BATCH_BYTES, ZO_EVENTS_KEEP_HOURS } = config;
  const sweeper = new LogSweeper(database, { keepHours: ZO_EVENTS_KEEP_HOURS, toBrokers: KAFKA_BROKERS !== undefined });
  return KAFKA_BROKERS
    ? new KafkaLog(database, {
        brokers: KAFKA_BROKERS,
        client: KAFKA_CLIENT,
        batchBytes: KAFKA_BATCH_BYTES,
        security: () => securityOf(config),
        sweeper,
      })
    : new PostgresLog(database, sweeper);
}

/** The log in Postgres read directly; consumers are woken by notifications. */
export class PostgresLog implements EventLog {
  private readonly consumers: EventConsumer[] = [];
  private readonly waker: LogWaker;
  private readonly listener: LogListener;
  private started = false;
  private following = false;

  constructor(
    database: Database,
    private readonly sweeper: LogSweeper,
  ) {
    this.waker = new LogWaker((sql) => database.dataSource.query(sql));
    this.listener = new LogListener(database, () => this.consumers.forEach((consumer) => consumer.wake()));
  }

  get wake(): () => void {
    return this.waker.wake;
  }

  /** The log is kept in the database, which has its own health check. */
  async check(): Promise<void> {}

  consumer(options: ConsumerOptions): EventConsumer {
    const consumer = new LogConsumer(options);
    this.consumers.push(consumer);
    this.sweeper.hasInbox = true;
    this.follow();
    return consumer;
  }

  start(): void {
    this.started = true;
    this.follow();
    this.sweeper.start();
  }

  /** Connects the listener only if there are consumers. */
  private follow(): void {
    if (!this.started || this.following || this.consumers.length === 0) return;
    this.following = true;
    void this.listener.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.listener.stop(), this.sweeper.stop()]);
  }
}
