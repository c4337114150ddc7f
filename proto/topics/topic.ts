/** What a topic file states; topics are created, and producers and consumers checked, from these. */
import type { DescMessage } from '@bufbuild/protobuf';

export interface EventType {
  readonly message: DescMessage;
  /** Services whose consumers handle it. */
  readonly consumers: readonly string[];
  /** A message in JSON form, used by tests and readers. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Topic {
  readonly name: string;
  /** The only service that publishes to it. */
  readonly owner: string;
  /** Meaning of the key; events of one key are handled in the order they were committed. */
  readonly key: 'user id';
  readonly partitions: number;
  readonly retentionHours: number;
  /** Tries before an event, and what follows it with the same key, is parked. */
  readonly attempts: number;
  readonly events: Readonly<Record<string, EventType>>;
}
