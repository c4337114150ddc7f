/** The log as a NestJS transport: controllers say `@EventPattern('account.created')` and know nothing of the broker. */
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { topics } from '@zo/proto/topics';
import { Client } from 'pg';
import { isObservable, lastValueFrom } from 'rxjs';
import { type Ctx, systemCtx } from '../auth/index.js';
import type { Database } from '../db/index.js';
import { adminUrlOptions } from '../db/index.js';
import { logger } from '../observability/index.js';
import { LogConsumer, type LoggedEvent } from './log.js';
import { decodeEvent } from './publish.js';
import { listen } from './wake.js';

/** What a handler gets: `@Payload() message`, `@EventCtx() ctx` with the consumer's transaction. */
export interface EventEnvelope<T = unknown> {
  readonly message: T;
  readonly ctx: Ctx;
}

const RECONNECT_MS = 1_000;
const log = logger('events');

export class EventLogServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('zo-event-log');
  private consumers: LogConsumer[] = [];
  private listener?: Client;
  private closed = false;

  constructor(private readonly database: Database) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const service = this.database.options.service;
    const patterns = [...this.getHandlers().keys()];
    const wanted = topics.filter((topic) => patterns.some((pattern) => pattern in topic.events));
    const unknown = patterns.find((pattern) => !topics.some((topic) => pattern in topic.events));
    if (unknown !== undefined) return callback(new Error(`no topic has an event ${unknown}`));
    this.consumers = wanted.map(
      (topic) =>
        new LogConsumer({
          dataSource: this.database.dataSource,
          group: service,
          topic: topic.name,
          partitions: topic.partitions,
          attempts: topic.attempts,
          handle: (event, tx) => this.dispatch(event, { ...systemCtx(event.key, event.id), tx, outbox: [] }),
        }),
    );
    for (const consumer of this.consumers) consumer.start();
    void this.follow();
    callback();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.listener?.end().catch(() => undefined);
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  on(): never {
    throw new Error('the event log has no transport events');
  }

  unwrap<T>(): T {
    return this.consumers as T;
  }

  private async dispatch(event: LoggedEvent, ctx: Ctx): Promise<void> {
    const message = decodeEvent(event.topic, event.type, event.payload);
    const handler = this.getHandlerByPattern(event.type);
    // A type only newer services know, or one this service does not care for.
    if (!handler || !message) return;
    const result: unknown = await handler({ message, ctx } satisfies EventEnvelope);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }

  /** Holds one connection that hears notifications; while it is down the consumers' own timer does. */
  private async follow(): Promise<void> {
    if (this.closed || this.consumers.length === 0) return;
    const url = this.database.options.url.replaceAll('{service}', `zo_${this.database.options.service}`);
    const client = new Client(adminUrlOptions(url));
    const wakeAll = () => this.consumers.forEach((consumer) => consumer.wake());
    client.on('error', (error) => log.warn({ error }, 'lost the notification connection'));
    client.on('end', () => setTimeout(() => void this.follow(), RECONNECT_MS).unref());
    this.listener = client;
    try {
      await client.connect();
      await listen(client, wakeAll);
      wakeAll();
    } catch {
      await client.end().catch(() => undefined);
    }
  }
}
