/** Declaration of a topic. Topics are created, and producers and consumers checked, from these declarations. */
import type { DescMessage } from '@bufbuild/protobuf';

export interface EventType {
  readonly message: DescMessage;
  /** Services whose consumers handle the event. */
  readonly consumers: readonly string[];
  /** A message as JSON, for tests and readers. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Topic {
  readonly name: string;
  /** The only service that publishes to it. */
  readonly owner: string;
  /** Meaning of the key; events with the same key are handled in commit order. */
  readonly key: 'user id';
  readonly partitions: number;
  readonly retentionHours: number;
  /** Attempts before an event, and later events with the same key, are parked. */
  readonly attempts: number;
  readonly events: Readonly<Record<string, EventType>>;
}

/** The consumer groups that read a topic: the services that handle at least one of its events, sorted by name. */
export function consumerGroups({ events }: Topic): string[] {
  return [...new Set(Object.values(events).flatMap(({ consumers }) => consumers))].toSorted();
}
