/** The event log of a service: the log in Postgres itself, or Kafka behind it. */
import { z } from 'zod';
import type { Database } from '@zo/db';
import type { ConsumerOptions, EventConsumer } from './apply.js';
import { KafkaLog } from './kafka/log.js';
import { securityOf } from './kafka/security.js';
import { LogConsumer } from './log.js';
import { LogSweeper } from './sweep.js';
import { LogListener, LogWaker } from './wake.js';

export interface EventLog {
  /** Creates a consumer of one topic for one group; the caller starts it. */
  consumer(options: ConsumerOptions): EventConsumer;
  /** @throws with what is wrong with the storage of the log, in one sentence that says how to fix it */
  check(): Promise<void>;
  /** Starts delivering published events to consumers. */
  start(): void;
  /** Called after a commit that published events. */
  readonly wake: () => void;
  stop(): Promise<void>;
}

export const eventLogConfig = {
  /** Comma-separated addresses of the brokers. Without them the log in Postgres is read directly. */
  KAFKA_BROKERS: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .optional(),
  KAFKA_CLIENT: z.enum(['kafkajs', 'platformatic']).default('kafkajs'),
  /**
   * Bytes of events sent to the brokers in one batch; keep it well below their `max.message.bytes` (1 MB by default).
   */
  KAFKA_BATCH_BYTES: z.coerce.number().int().min(1_024).max(16_777_216).default(262_144),
  KAFKA_TLS: z.literal('1').optional(),
  /** CA certificates (PEM) of the brokers, if they are not signed by a public CA. */
  KAFKA_CA: z.string().startsWith('-----BEGIN CERTIFICATE-----', 'must be certificates in PEM').optional(),
  KAFKA_SASL: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** How long events stay in the log, even if all groups have read them. */
  ZO_EVENTS_KEEP_HOURS: z.coerce
    .number()
    .int()
    .min(24)
    .default(7 * 24),
};

export type EventLogConfig = Readonly<z.infer<z.ZodObject<typeof eventLogConfig>>>;

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
