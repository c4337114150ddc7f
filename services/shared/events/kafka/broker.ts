/** The port to a Kafka client; each client has an adapter. */
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
  /** Aborted when another member takes the partition or the reader stops: finish the current event, start no other. */
  readonly signal: AbortSignal;
}

/** Where a batch goes. */
export interface Destination {
  readonly topic: string;
  readonly partition: number;
  /** The id of the only cluster that may receive the batch; without it any may. */
  readonly cluster?: string;
}

export interface Subscription {
  readonly group: string;
  readonly topic: string;
  /** Returns how many records are done, counted from the first; these are committed soon, the rest is redelivered. */
  readonly handle: (batch: BrokerBatch) => Promise<number>;
}

/**
 * The name of a group at the brokers, one for each topic: members of one group must read the same topics, because the
 * member that leads assigns only those it reads itself.
 */
export const brokerGroup = ({ group, topic }: Pick<Subscription, 'group' | 'topic'>): string => `${group}.${topic}`;

/** The brokers refused a batch, or its only record, because of its size. */
export class TooLargeError extends Error {
  constructor(cause: unknown) {
    super('the brokers refuse a batch of this size', { cause });
  }
}

/** Error codes of brokers for a batch or record above `max.message.bytes`. */
export const TOO_LARGE: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** The brokers now belong to another cluster than the one a batch was for. */
export class ClusterChangedError extends Error {
  constructor() {
    super('the brokers belong to another cluster than before');
  }
}

/**
 * Checks that a connection leads to this cluster. It has to be established already: an id that is read before it could
 * be that of a cluster which has been replaced meanwhile. Once checked it leads there until it ends.
 * @throws ClusterChangedError
 */
export async function checkCluster(broker: Pick<Broker, 'clusterId'>, cluster: string): Promise<void> {
  if ((await broker.clusterId()) !== cluster) throw new ClusterChangedError();
}

export interface KeptTopic {
  readonly brokers: number;
  readonly partitions: number;
  readonly settings: Readonly<Record<string, string | null | undefined>>;
}

export interface Broker {
  /** Changes when the cluster is recreated. */
  clusterId(): Promise<string>;
  hasTopic(name: string): Promise<boolean>;
  /** Returns the settings of a topic; undefined if it does not exist. */
  inspect(name: string): Promise<KeptTopic | undefined>;
  /** Creates the topic if it does not exist. */
  ensureTopic(topic: Topic): Promise<void>;
  /**
   * Appends to one partition, in order. Resolves when every in-sync replica has all records. @throws on any failure;
   * TooLargeError if nothing was stored because of the size; ClusterChangedError if another cluster answered
   */
  send(destination: Destination, records: readonly BrokerRecord[]): Promise<void>;
  /** Batches of one partition arrive one after another, those of several partitions concurrently. */
  subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** The topic that announces events a group has parked. */
export const parkedTopicName = (topic: string) => `${topic}.dlq`;

/** Same number of partitions, so that keys stay in order; longer retention, because administrators look at it. */
export const parkedTopic = (topic: Topic): Topic => ({
  ...topic,
  name: parkedTopicName(topic.name),
  retentionHours: 4 * topic.retentionHours,
});

export interface BrokerOptions extends BrokerSecurity {
  readonly brokers: readonly string[];
  readonly clientId: string;
}

/** A member that sends no heartbeat for this long loses its partitions. */
export const SESSION_MS = 10_000;
export const HEARTBEAT_MS = 1_000;
/** How long a fetch waits for new records. Stopping waits for it as well. */
export const FETCH_WAIT_MS = 200;
/** Interval of offset commits. Records redelivered after a crash are recognised by the inbox. */
export const COMMIT_MS = 250;
/** Pause before records that failed are delivered again. */
export const RETRY_MS = 500;
