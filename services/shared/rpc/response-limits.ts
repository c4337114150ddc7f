/** Limits of another process's response to one call, applied to the bytes before anything is decoded. */
import { setImmediate } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';

/** The resources one call may use. */
export interface ResponseLimits {
  /** Bytes of one message. */
  readonly messageBytes: number;
  /** Top-level fields of one message, so that a message of many empty elements does not become many objects. */
  readonly fields: number;
  readonly messages: number;
  /** Bytes of all messages together. */
  readonly totalBytes: number;
  /** From the call to the end of its response. Infinity: limited only by pings of the connection. */
  readonly timeMs: number;
  /**
   * `timeMs` limits each wait for the next message instead of the whole response: the consumer may take as long as it
   * needs, and the other side waits for it.
   */
  readonly perMessage?: boolean;
  /** Calls of the same group share a limit of `atOnce` concurrent calls. */
  readonly group: string;
  readonly atOnce: number;
}

// `instanceof ConnectError` compares only the name, so a symbol marks these errors.
const KIND = Symbol('kind of error');
type Marked = ConnectError & { [KIND]?: 'silent' | 'bad' };

/** The other side is connected but silent. The outcome of the request is unknown. */
export const unresponsiveError = (): ConnectError =>
  Object.assign(new ConnectError('Your computer does not answer. What was saved is safe.', Code.Unavailable), {
    [KIND]: 'silent',
  });

/** The response exceeds its limits or is invalid. */
export const invalidResponse = (reason: string): ConnectError =>
  Object.assign(new ConnectError(`Your computer gave an answer that cannot be used: ${reason}.`, Code.DataLoss), {
    [KIND]: 'bad',
  });

export const isUnresponsive = (error: unknown): boolean => (error as Marked | undefined)?.[KIND] === 'silent';
export const isInvalidResponse = (error: unknown): boolean => (error as Marked | undefined)?.[KIND] === 'bad';

const HEADER_BYTES = 5;
/** What handling a message costs beside its content. */
const MESSAGE_WORK_BYTES = 256;
/** After this many bytes of small messages the event loop continues. */
const WORK_PER_TURN_BYTES = 16 * 1024;
/** First allocation for a message announced as long: memory follows the bytes received, not the announced length. */
const FIRST_BYTES = 16 * 1024;
const MAX_VARINT_BYTES = 10;

/**
 * Splits the bytes of a response into whole gRPC messages, each copied into its own buffer: a small chunk may keep a
 * socket block thousands of times its size in memory.
 */
export async function* wholeMessages(
  source: AsyncIterable<Uint8Array>,
  limits: ResponseLimits,
): AsyncGenerator<Buffer> {
  const reader = new MessageReader(limits);
  let work = 0;
  for await (const chunk of source) {
    for (const message of reader.take(chunk)) {
      yield message;
      work += MESSAGE_WORK_BYTES + message.length;
      if (work < WORK_PER_TURN_BYTES) continue;
      // One chunk can hold ten thousand empty messages; others are served between them.
      work = 0;
      await setImmediate();
    }
  }
  if (reader.isInside) throw invalidResponse('it ends in the middle of a message');
}

class MessageReader {
  private message = Buffer.alloc(HEADER_BYTES);
  private filled = 0;
  private wanted = HEADER_BYTES;
  private messages = 0;
  private bytes = 0;
  private fields = new FieldCounter();

  constructor(private readonly limits: ResponseLimits) {}

  get isInside(): boolean {
    return this.filled > 0;
  }

  *take(chunk: Uint8Array): Generator<Buffer> {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + this.wanted - this.filled);
      this.grow(this.filled + part.length);
      this.message.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === HEADER_BYTES && this.wanted === HEADER_BYTES) this.readHeader();
      else this.countFields();
      if (this.filled === this.wanted && this.filled >= HEADER_BYTES) yield this.finish();
    }
  }

  private readHeader(): void {
    const length = this.message.readUInt32BE(1);
    this.bytes += length;
    if (++this.messages > this.limits.messages) throw invalidResponse('it has too many messages');
    if (length > this.limits.messageBytes || this.bytes > this.limits.totalBytes)
      throw invalidResponse('it is too large');
    this.wanted = HEADER_BYTES + length;
  }

  /** Counts while the message arrives: what has too many fields is not collected first. */
  private countFields(): void {
    const { fields } = this.limits;
    if (this.fields.count(this.message.subarray(HEADER_BYTES, this.filled), fields) > fields)
      throw invalidResponse('a message has too many elements');
  }

  private grow(bytes: number): void {
    if (bytes <= this.message.length) return;
    const grown = Buffer.alloc(Math.min(this.wanted, Math.max(FIRST_BYTES, bytes, this.message.length * 2)));
    this.message.copy(grown, 0, 0, this.filled);
    this.message = grown;
  }

  private finish(): Buffer {
    const whole = this.message.subarray(0, this.filled);
    this.fields = new FieldCounter();
    this.message = Buffer.alloc(HEADER_BYTES);
    this.filled = 0;
    this.wanted = HEADER_BYTES;
    return whole;
  }
}

/** Counts the top-level fields of a protobuf message that is still arriving. */
export class FieldCounter {
  private fields = 0;
  /** Where the next field begins. */
  private next = 0;
  private isInvalid = false;

  /**
   * Counts the fields that have begun in the bytes received so far; stops above `limit` and at invalid bytes.
   * @param received the message from its first byte, each time longer than before
   */
  count(received: Uint8Array, limit: number): number {
    let at = this.next;
    /** Returns undefined if the number is not complete yet, or has too many digits. */
    const varint = (): number | undefined => {
      let value = 0;
      const end = at + MAX_VARINT_BYTES;
      for (let shift = 1; at < received.length && at < end; shift *= 128) {
        const byte = received[at++]!;
        value += (byte & 0x7f) * shift;
        if (byte < 0x80) return value;
      }
      this.isInvalid ||= at === end;
      return undefined;
    };
    while (at < received.length && this.fields <= limit && !this.isInvalid) {
      const tag = varint();
      if (tag === undefined) break;
      const type = tag & 7;
      const length = type === 0 || type === 2 ? varint() : 0;
      if (length === undefined) break;
      if (type === 1) at += 8;
      else if (type === 2) at += length;
      else if (type === 5) at += 4;
      else if (type !== 0) this.isInvalid = true;
      this.fields++;
      this.next = at;
    }
    return this.fields;
  }
}
