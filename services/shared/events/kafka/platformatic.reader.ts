/**
 * Reads a topic as a member of a group. The client provides one stream of records; this class splits it into batches
 * per partition. Every assignment gets its own stream, because one that survives a rebalance may deliver records it has
 * buffered before those that are not committed yet.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BaseOptions, Consumer, type Message, type MessagesStream } from '@platformatic/kafka';
import { type Logger, logger } from '@zo/observability';
import { Progress } from '../progress.js';
import {
  RETRY_MS,
  type BrokerRecord,
  brokerGroup,
  COMMIT_MS,
  FETCH_WAIT_MS,
  HEARTBEAT_MS,
  SESSION_MS,
  type Subscription,
} from './broker.js';

/** Connection options shared by all clients of the brokers. */
export type ConnectOptions = Pick<
  BaseOptions,
  'clientId' | 'bootstrapBrokers' | 'retries' | 'retryDelay' | 'connectTimeout' | 'tls' | 'tlsServerName' | 'sasl'
>;
type Stream = MessagesStream<Buffer, Buffer, Buffer, Buffer>;

/** Short timeouts, so that a failing membership is dropped and started anew instead of waiting for a dead broker. */
const SHORT_TIMEOUTS = { retries: 2, retryDelay: 100, timeout: 3_000 };
const BATCH = 500;
const UNKNOWN_EPOCH = -1;
/** The stream is paused while this many records are queued. */
const MAX_WAITING = 2_000;

/** The stream and queued records of one assignment. */
class Assignment {
  readonly over = new AbortController();
  readonly queues = new Map<number, Message[]>();
  stream?: Stream;
  waiting = 0;

  constructor(readonly committed: Progress) {}
}

export class PlatformaticReader {
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  private readonly pumps = new Set<Promise<void>>();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly base: ConnectOptions,
    private readonly subscription: Subscription,
  ) {
    this.log = logger(`kafka:${subscription.group}`);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.member();
      } catch (error) {
        this.log.warn({ error, topic: this.subscription.topic }, 'the broker cannot be read');
        await delay(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** Runs one membership of the group until it is stopped or the connection is lost. */
  private async member(): Promise<void> {
    const { group, topic } = this.subscription;
    const consumer = new Consumer({
      ...this.base,
      ...SHORT_TIMEOUTS,
      groupId: brokerGroup({ group, topic }),
      autocommit: false,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTime: FETCH_WAIT_MS,
      autocreateTopics: false,
    });
    consumer.on('consumer:heartbeat:error', ({ error }) => this.log.debug({ error }, 'heartbeat failed'));
    // Commits are refused for partitions that moved to another member; that member recognises applied events by the
    // inbox.
    const committed = new Progress(
      (reached) =>
        consumer.commit({
          offsets: [...reached].map(([partition, offset]) => ({
            topic,
            partition,
            offset,
            leaderEpoch: UNKNOWN_EPOCH,
          })),
        }),
      COMMIT_MS,
    );
    let current: Assignment | undefined;
    try {
      for (;;) {
        const previous = current;
        const changed = new Promise<void>((resolve) => consumer.once('consumer:group:join', () => resolve()));
        current = new Assignment(committed);
        const stream = await consumer.consume({ topics: [topic], mode: 'committed', fallbackMode: 'earliest' });
        const ended = this.follow(stream, current);
        // Closed only after the new stream is open: without any stream the client would leave the group and rejoin.
        await previous?.stream?.close();
        // The first join event belongs to the stream itself.
        const joined = previous
          ? changed
          : changed.then(() => new Promise<void>((resolve) => consumer.once('consumer:group:join', () => resolve())));
        await Promise.race([joined, ended, aborted(this.stopping.signal)]);
        current.over.abort();
        if (this.stopping.signal.aborted) return;
      }
    } finally {
      current?.over.abort();
      await Promise.all(this.pumps);
      await committed.flush();
      await consumer.close(true).catch((error: unknown) => this.log.debug({ error }, 'leaving the group'));
    }
  }

  /** Feeds records of the stream into the queues. The returned promise rejects when the stream fails. */
  private follow(stream: Stream, assignment: Assignment): Promise<never> {
    assignment.stream = stream;
    stream.on('data', (message) => {
      if (assignment.over.signal.aborted) return;
      if (++assignment.waiting >= MAX_WAITING) stream.pause();
      const queue = assignment.queues.get(message.partition) ?? [];
      assignment.queues.set(message.partition, queue);
      if (queue.push(message) > 1) return;
      const pump = this.pump(assignment, queue).catch((error: unknown) =>
        this.log.warn({ error }, 'processing a partition stopped with an error'),
      );
      this.pumps.add(pump);
      void pump.finally(() => this.pumps.delete(pump));
    });
    const ended = new Promise<never>((_, reject) => stream.once('error', reject));
    ended.catch(() => undefined);
    return ended;
  }

  /** Hands the queued records of one partition to the handler in batches, until the queue is empty. */
  private async pump(assignment: Assignment, queue: Message[]): Promise<void> {
    const signal = AbortSignal.any([assignment.over.signal, this.stopping.signal]);
    // Wait a tick, so that records that arrive together form one batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0 && !signal.aborted) {
      const batch = queue.slice(0, BATCH);
      const done = await this.subscription.handle({
        partition: batch[0]!.partition,
        records: batch.map(recordOf),
        signal,
      });
      if (assignment.over.signal.aborted) return;
      if (done > 0) assignment.committed.reach(batch[0]!.partition, batch[done - 1]!.offset + 1n);
      if (done < batch.length && !signal.aborted) await delay(RETRY_MS);
      queue.splice(0, done);
      assignment.waiting -= done;
      if (assignment.waiting < MAX_WAITING / 2 && assignment.stream?.isPaused()) assignment.stream.resume();
    }
  }
}

function recordOf({ key, value, headers }: Message): BrokerRecord {
  return {
    key: String(key),
    value,
    headers: Object.fromEntries([...headers].map(([name, text]) => [String(name), String(text)])),
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );
