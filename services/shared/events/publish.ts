/** Publishes an event as part of the transaction that made it true. */
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { type Topic, topics } from '@zo/proto/topics';
import type { EntityManager } from 'typeorm';
import type { Ctx, OutboxEvent } from '@zo/auth';
import { traceparent } from '@zo/tracing';

type MessageOf<T extends Topic, K extends keyof T['events']> = T['events'][K]['message'];

/**
 * Publishes an event inside `Database.tx`, e.g. `publish(ctx, filesEvents, 'file.moved', { userId, from, to })`. It is
 * delivered only if the transaction commits; its key is the user of the context.
 */
export function publish<T extends Topic, K extends keyof T['events'] & string>(
  ctx: Ctx,
  topic: T,
  ...[type, message]: [type: K, message: MessageInitShape<MessageOf<T, K>>]
): void {
  if (!ctx.outbox) throw new Error(`${type} was published outside a transaction`);
  const schema = topic.events[type]!.message as MessageOf<T, K>;
  const payload = toBinary(schema, create(schema, message));
  ctx.outbox.push({
    topic: topic.name,
    key: ctx.userId,
    type,
    id: crypto.randomUUID(),
    payload,
    traceparent: traceparent(),
  });
}

/** Appends the events to the log as the last statements of the transaction. */
export async function writeOutbox(manager: EntityManager, events: readonly OutboxEvent[]): Promise<void> {
  // Lock the partitions in the same order in every transaction, which prevents deadlocks.
  const rows = events.map((event) => ({ event, partition: partitionOf(event) }));
  const sorted = rows.toSorted((a, b) => a.event.topic.localeCompare(b.event.topic) || a.partition - b.partition);
  for (const { event, partition } of sorted) {
    const values = [
      event.topic,
      partition,
      event.id,
      event.key,
      event.type,
      Buffer.from(event.payload),
      event.traceparent ?? null,
    ];
    await manager.query('select events.append($1, $2, $3, $4, $5, $6, $7)', values);
  }
}

/** Returns the partition of a key: FNV-1a over its UTF-8 bytes. Must never change for a released topic. */
export function partitionFor(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitions;
}

function partitionOf(event: OutboxEvent): number {
  const topic = topics.find((candidate) => candidate.name === event.topic);
  if (!topic) throw new Error(`unknown topic ${event.topic}`);
  return partitionFor(event.key, topic.partitions);
}

/** Decodes a logged event; undefined for a type this version does not know. */
export function decodeEvent(topicName: string, type: string, payload: Uint8Array): unknown {
  const known = topics.find((topic) => topic.name === topicName)?.events[type];
  return known && fromBinary(known.message, payload);
}
