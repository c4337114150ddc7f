/**
 * The event log as a NestJS transport: controllers use `@EventPattern('account.created')` and do not know where the log
 * is kept.
 */
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { topics } from '@zo/proto/topics';
import { isObservable, lastValueFrom } from 'rxjs';
import { type Ctx, systemCtx } from '@zo/auth';
import type { Database } from '@zo/db';
import type { EventConsumer, LoggedEvent } from './contract.js';
import type { EventLog } from './contract.js';
import { traced } from '@zo/tracing';
import { decodeEvent } from './publish.js';

/** The payload of a handler: the message, and a context with the consumer's transaction. */
export interface EventEnvelope<T = unknown> {
  readonly message: T;
  readonly ctx: Ctx;
}

export class EventLogServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('zo-event-log');
  private consumers: EventConsumer[] = [];

  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
  ) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const service = this.database.options.service;
    const patterns = [...this.getHandlers().keys()];
    const wanted = topics.filter((topic) => patterns.some((pattern) => pattern in topic.events));
    const unknown = patterns.find((pattern) => !topics.some((topic) => pattern in topic.events));
    if (unknown !== undefined) return callback(new Error(`no topic has an event ${unknown}`));
    this.consumers = wanted.map((topic) =>
      this.log.consumer({
        dataSource: this.database.dataSource,
        group: service,
        topic: topic.name,
        partitions: topic.partitions,
        attempts: topic.attempts,
        handle: (event, tx) => this.dispatch(event, { ...systemCtx(event.key, event.id), tx, outbox: [] }),
      }),
    );
    for (const consumer of this.consumers) consumer.start();
    this.log.start();
    callback();
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.log.stop();
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
    // The type is known only to newer services, or this service has no handler for it.
    if (!handler || !message) return;
    const service = this.database.options.service;
    const attributes = { service, topic: event.topic, type: event.type };
    await traced(
      `${service} ${event.type}`,
      { kind: 'consumer', parent: event.traceparent ?? undefined, attributes },
      async () => {
        const result: unknown = await handler({ message, ctx } satisfies EventEnvelope);
        if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
      },
    );
  }
}
