/** What services and transports know of the event log: events, consumers, and the log itself. */
import type { DataSource, EntityManager } from 'typeorm';

export interface LoggedEvent {
  readonly topic: string;
  readonly partition: number;
  /** Offset in the log of Postgres, also for events that came through a broker. */
  readonly offset: bigint;
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly payload: Uint8Array;
  readonly traceparent?: string | null;
  /** Reason why the payload is missing: the event is parked, and its payload read from the log of Postgres on retry. */
  readonly absent?: string;
}

export interface ConsumerOptions {
  readonly dataSource: DataSource;
  readonly group: string;
  readonly topic: string;
  readonly partitions: number;
  readonly attempts: number;
  /** Applies one event inside the transaction that records it as applied. */
  readonly handle: (event: LoggedEvent, tx: EntityManager) => Promise<void>;
  readonly retryDelayMs?: number;
}

/** A consumer of one topic for one group. */
export interface EventConsumer {
  start(): void;
  /** Reads at once instead of at the next poll. */
  wake(): void;
  /** Finishes the events in progress; the next reader continues after them. */
  stop(): Promise<void>;
  /** Retries the parked events of this group, in order per key. Returns how many were applied. */
  retryParked(): Promise<number>;
}

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
