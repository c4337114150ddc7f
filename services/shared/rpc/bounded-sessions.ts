/** A connection to an untrusted process: every call has limits, and the connection must answer pings. */
import { constants, type ClientHttp2Stream } from 'node:http2';
import { JsSocket } from '@zo/streams';
import { type ResponseLimits, isInvalidResponse, unresponsiveError, wholeMessages } from './response-limits.js';
import { connectTo, Sessions } from './sessions.js';
import { Semaphore } from './semaphore.js';

export interface BoundedOptions {
  /** Returns the limits of a call by its path, e.g. `/agent.v1.FileService/Read`. */
  readonly limits: (path: string) => ResponseLimits;
  /** Ping interval and timeout: a connection silent for twice as long is closed, with all its calls. */
  readonly pingMs: number;
}

const ignore = () => undefined;
const MAX_HEADER_BYTES = 64 * 1024;
const SESSION = {
  maxHeaderListPairs: 64,
  settings: { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
};

export class BoundedSessions extends Sessions {
  private readonly groups = new Map<string, Semaphore>();
  private readonly withErrorListener = new WeakSet<object>();

  constructor(
    address: string,
    private readonly bounds: BoundedOptions,
  ) {
    const { pingMs } = bounds;
    super(
      address,
      { pingIntervalMs: pingMs, pingTimeoutMs: pingMs },
      { ...SESSION, createConnection: () => new JsSocket(connectTo(address)) },
    );
  }

  override async request(...args: Parameters<Sessions['request']>): Promise<ClientHttp2Stream> {
    const limits = this.bounds.limits(args[1]);
    const deadline = new Deadline(limits.timeMs);
    try {
      const done = await this.turnsOf(limits).take(deadline.signal);
      deadline.onEnd(done);
      const opening = super.request(...args);
      const stream = await deadline.race(opening, (late) => late.on('error', ignore).close(constants.NGHTTP2_CANCEL));
      stream.once('close', () => deadline.end());
      deadline.signal.addEventListener('abort', () => stream.destroy(deadline.signal.reason as Error));
      return this.bound(stream, limits, deadline);
    } catch (error) {
      deadline.end();
      throw error;
    }
  }

  private turnsOf({ group, atOnce }: ResponseLimits): Semaphore {
    const known = this.groups.get(group) ?? new Semaphore(atOnce);
    this.groups.set(group, known);
    return known;
  }

  private bound(stream: ClientHttp2Stream, limits: ResponseLimits, deadline: Deadline): ClientHttp2Stream {
    const { session } = stream;
    // A broken connection may emit several errors; an unhandled one would end the process.
    if (session && !this.withErrorListener.has(session)) this.withErrorListener.add(session.on('error', ignore));
    const chunks = stream[Symbol.asyncIterator].bind(stream);
    const messages = () => refusing(stream, wholeMessages({ [Symbol.asyncIterator]: chunks }, limits));
    stream[Symbol.asyncIterator] = limits.perMessage ? () => waiting(messages(), deadline) : messages;
    return stream;
  }
}

/** Cancels the stream if its response exceeds the limits, so that no more of it is received. */
async function* refusing(stream: ClientHttp2Stream, messages: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* messages;
  } catch (error) {
    if (isInvalidResponse(error)) stream.close(constants.NGHTTP2_CANCEL);
    throw error;
  }
}

/** Counts only the time in which the consumer waits for a message. */
async function* waiting(messages: AsyncGenerator<Buffer>, deadline: Deadline): AsyncGenerator<Buffer> {
  for await (const message of messages) {
    deadline.pause();
    yield message;
    deadline.restart();
  }
}

/** The timeout of one call, from the wait for its slot to the end of its response. */
class Deadline {
  private readonly controller = new AbortController();
  private timer?: NodeJS.Timeout;
  private isOver = false;
  private ended?: () => void;

  constructor(private readonly ms: number) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onEnd(ended: () => void): void {
    this.ended = ended;
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  restart(): void {
    clearTimeout(this.timer);
    if (this.ms === Infinity || this.isOver) return;
    this.timer = setTimeout(() => this.controller.abort(unresponsiveError()), this.ms);
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.ended?.();
  }

  /** Settles as `work` does, or rejects at the timeout; a value that arrives later is passed to `late`. */
  race<T>(work: Promise<T>, late: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.signal.addEventListener('abort', () => {
        reject(this.signal.reason as Error);
        work.then(late, () => undefined);
      });
      work.then(resolve, reject);
    });
  }
}
