/** What the event log needs of a Kafka client; there is an adapter for each client. */
import type { Topic } from '@zo/proto/topics';
import type { BrokerSecurity } from './security.js';

export interface BrokerRecord {
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface BrokerBatch {
  readonly partition: number;
  readonly records: readonly BrokerRecord[];
  /** Aborted when the partition is somebody else's, or the reader is to stop: finish what has begun, begin nothing. */
  readonly signal: AbortSignal;
}

export interface Subscription {
  readonly group: string;
  readonly topic: string;
  /** Answers how many of the records, from the first on, are done; these are committed soon, the others come again. */
  readonly handle: (batch: BrokerBatch) => Promise<number>;
}

/** The brokers refuse what was sent for its size: all of it together, or its one record. */
export class TooLargeError extends Error {
  constructor(cause: unknown) {
    super('the brokers refuse a batch of this size', { cause });
  }
}

/** What brokers answer to a batch or a record above `max.message.bytes`. */
export const TOO_LARGE: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

export interface KeptTopic {
  readonly brokers: number;
  readonly partitions: number;
  readonly settings: Readonly<Record<string, string | null | undefined>>;
}

export interface Broker {
  /** Another one after the cluster was made anew. */
  clusterId(): Promise<string>;
  hasTopic(name: string): Promise<boolean>;
  /** How the brokers keep a topic; undefined while there is none of this name. */
  inspect(name: string): Promise<KeptTopic | undefined>;
  /** Makes the topic where it does not exist yet. */
  ensureTopic(topic: Topic): Promise<void>;
  /** Appends to one partition, in order. Resolves when every in-sync replica has all records; @throws otherwise, TooLargeError when none is there for its size */
  send(topic: string, partition: number, records: readonly BrokerRecord[]): Promise<void>;
  /** Batches of one partition come one after another; those of several partitions at the same time. */
  subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** Where events of a topic are told of that a group could not apply. */
export const parkedTopicName = (topic: string) => `${topic}.dlq`;

/** Partition for partition, so that keys stay in order; kept longer, because people look at it. */
export const parkedTopic = (topic: Topic): Topic => ({
  ...topic,
  name: parkedTopicName(topic.name),
  retentionHours: 4 * topic.retentionHours,
});

export interface BrokerOptions extends BrokerSecurity {
  readonly brokers: readonly string[];
  readonly clientId: string;
}

/** After this a reader that says nothing has lost its partitions. */
export const SESSION_MS = 10_000;
export const HEARTBEAT_MS = 1_000;
/** How long a fetch waits for something new. Stopping waits for it too. */
export const FETCH_WAIT_MS = 200;
/** How often the brokers are told how far a reader is. What comes again after a reader died is known by its inbox. */
export const COMMIT_MS = 250;
/** Pause before records that could not be handled come again. */
export const AGAIN_MS = 500;
