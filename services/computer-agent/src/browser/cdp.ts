/** The protocol of Chromium's developer tools over two pipes: JSON, with a NUL after each message. */
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** A screenshot or a document as JSON is smaller; a page can make other messages of any size. */
const MAX_MESSAGE = 24 * 1024 * 1024;

export type CdpParams = Readonly<Record<string, unknown>>;

export interface CdpEvent {
  readonly method: string;
  readonly params: Record<string, never>;
  readonly sessionId?: string;
}

interface Message extends Partial<CdpEvent> {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The browser is gone, or says what nobody understands. */
export class BrowserGoneError extends Error {
  override readonly name = 'BrowserGoneError';
}

/** Emits `event` and, once, `close`. */
export class CdpConnection extends EventEmitter {
  private readonly waiting = new Map<number, Waiting>();
  private parts: Buffer[] = [];
  private held = 0;
  private last = 0;
  private isClosed = false;

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    super();
    input.on('error', () => this.close());
    output.on('data', (data: Buffer) => this.take(data));
    output.once('error', () => this.close()).once('close', () => this.close());
  }

  /** @throws BrowserGoneError, or Error with what the browser refuses */
  send<T = Record<string, never>>(method: string, params: CdpParams = {}, sessionId?: string): Promise<T> {
    if (this.isClosed) return Promise.reject(new BrowserGoneError('The browser has ended.'));
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.parts = [];
    for (const { reject } of this.waiting.values()) reject(new BrowserGoneError('The browser has ended.'));
    this.waiting.clear();
    this.emit('close');
  }

  private take(data: Buffer): void {
    let rest = data;
    for (let end = rest.indexOf(0); end >= 0 && !this.isClosed; end = rest.indexOf(0)) {
      const message = Buffer.concat([...this.parts, rest.subarray(0, end)]);
      [this.parts, this.held] = [[], 0];
      rest = rest.subarray(end + 1);
      this.receive(message);
    }
    if (this.isClosed || rest.length === 0) return;
    this.held += rest.length;
    if (this.held > MAX_MESSAGE) return this.close();
    this.parts.push(rest);
  }

  private receive(bytes: Buffer): void {
    let message: Message;
    try {
      message = JSON.parse(bytes.toString()) as Message;
    } catch {
      return this.close();
    }
    if (message.id === undefined) return void this.emit('event', message);
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(String(message.error.message).slice(0, 500)));
    else asked?.resolve((message.result ?? {}) as never);
  }
}
