/** Downloads the bytes of a file with one plain HTTP/1.1 request on its own socket, read into reused blocks. */
import { Code, ConnectError } from '@connectrpc/connect';
import type { NetConnectOpts, Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { invalidResponse } from '@zo/rpc';
import { dial, giveBack, takeBlock } from '@zo/streams';
import { FileBlocks, HELD_FILE_HEADER, type HeldFile, parseHeldFile } from './held-file.js';
import { withinTime } from './response.js';

const MAX_HEAD_BYTES = 16 * 1024;
const MAX_HEADERS = 64;
const HEAD_END = '\r\n\r\n';

export interface RawRequest {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Timeout in milliseconds for the head of the response, and for every wait for more of its body. */
  readonly responseTimeoutMs: number;
  /** Aborted when nobody waits for the response any more. */
  readonly signal?: AbortSignal;
  /** Called when the connection is closed for any reason. */
  readonly onClose?: () => void;
}

/**
 * Sends the request and resolves when the head of the response has arrived; the caller reads its body with `pour` or
 * `bytes`. `node:http` allocates every 64 KiB it reads, which cost three quarters of the time of a download.
 * @throws the socket's error, with its `code`, if the agent is unreachable; unresponsiveError, invalidResponse; the
 * reason
 *   of the signal
 */
export async function rawRequest(target: NetConnectOpts, request: RawRequest): Promise<RawResponse> {
  const blocks = new BlockReader(target, request);
  const { signal } = request;
  const stop = () => blocks.socket.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await withinTime(request.responseTimeoutMs, readHead(blocks, request));
  } catch (error) {
    stop();
    throw signal?.aborted ? signal.reason : error;
  }
}

async function readHead(blocks: BlockReader, { method, path, headers }: RawRequest): Promise<RawResponse> {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  blocks.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let read = await blocks.read();
  for (let end = -1; end < 0;) {
    end = read?.indexOf(HEAD_END) ?? -1;
    if (read && end >= 0)
      return new RawResponse(read.toString('latin1', 0, end), read.subarray(end + HEAD_END.length), {
        blocks,
        empty: method === 'HEAD',
      });
    const more = (read?.length ?? 0) < MAX_HEAD_BYTES ? await blocks.read() : undefined;
    if (!read || !more) break;
    read = Buffer.concat([read, more]);
  }
  if ((read?.length ?? 0) >= MAX_HEAD_BYTES) throw invalidResponse('its head is too large');
  throw new ConnectError('the agent broke off its answer', Code.Unavailable);
}

/** Parses status and headers of a response. @throws invalidResponse */
function parseHead(head: string): { status: number; headers: Record<string, string>; length: number } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/.exec(statusLine)?.[1];
  if (status === undefined) throw invalidResponse('it has no status');
  if (lines.length > MAX_HEADERS) throw invalidResponse('it has too many headers');
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw invalidResponse('a header cannot be read');
    headers[name.toLowerCase()] = value.trim();
  }
  const length = headers['content-length'] ?? '0';
  if (!/^\d{1,15}$/.test(length) || 'transfer-encoding' in headers) throw invalidResponse('its length cannot be read');
  return { status: Number(status), headers, length: Number(length) };
}

/** A response whose body is still to be read. */
export class RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the agent holds the file for this process instead of sending it. */
  readonly heldFile: HeldFile | undefined;
  private left: number;
  private file: FileBlocks | undefined;

  constructor(
    head: string,
    private first: Buffer | undefined,
    private readonly source: { readonly blocks: BlockReader; readonly empty: boolean },
  ) {
    const { status, headers, length } = parseHead(head);
    const held = headers[HELD_FILE_HEADER];
    this.heldFile = held === undefined ? undefined : parseHeldFile(held);
    if (held !== undefined && !this.heldFile) throw invalidResponse('a header cannot be read');
    this.status = status;
    this.headers = this.heldFile ? { ...headers, 'content-length': String(this.heldFile.length) } : headers;
    this.left = source.empty || status === 304 || status === 204 ? 0 : length;
  }

  /** Takes the body from the opened file from now on, and closes the connection to the agent. */
  readingFrom(file: number, held: HeldFile): this {
    this.left = held.length;
    this.file = new FileBlocks(file, held, this.source.blocks.giveUpClosing());
    return this;
  }

  /**
   * Sends the body with backpressure. If either side breaks off, both connections are closed, so that a truncated body
   * never looks complete.
   */
  async streamTo(into: Writable): Promise<void> {
    const { blocks } = this;
    const cancel = () => blocks.cancel();
    into.once('close', cancel);
    // The `close` event was emitted before the listener was added.
    if (into.destroyed) cancel();
    let sending: Promise<void> = Promise.resolve();
    try {
      for (let block = await this.next(); block; block = await this.next()) {
        await sending;
        sending = write(into, block);
      }
      await sending;
    } catch {
      // The connection to the agent broke, or the disk: the announced bytes cannot be sent.
    } finally {
      if (this.left === 0) into.end();
      else into.destroy();
      into.off('close', cancel);
      blocks.close({ reuse: this.left === 0 && !into.destroyed });
    }
  }

  /** Returns the first `maxBytes` of the body; the rest is not received. */
  async bytes(maxBytes: number): Promise<Buffer> {
    const begun = Buffer.alloc(Math.min(maxBytes, this.left));
    const read = async () => {
      let length = 0;
      while (length < begun.length) {
        const block = await this.next();
        if (!block) break;
        length += block.copy(begun, length);
      }
      return begun.subarray(0, length);
    };
    try {
      return await withinTime(this.source.blocks.silentMs, read());
    } finally {
      this.discard();
    }
  }

  /** Closes the connection without reading the body. */
  discard(): void {
    this.blocks.close({ reuse: false });
  }

  private get blocks(): BlockReader | FileBlocks {
    return this.file ?? this.source.blocks;
  }

  private async next(): Promise<Buffer | undefined> {
    if (this.left === 0) return undefined;
    const block = this.first?.length ? this.first : await this.blocks.next();
    this.first = undefined;
    const wanted = block?.subarray(0, this.left);
    this.left -= wanted?.length ?? 0;
    return wanted;
  }
}

/**
 * Reads a socket into two blocks in turn, only on demand. The bytes from `next` stay valid until the following call of
 * `next` settles.
 */
class BlockReader {
  readonly socket: Socket;
  private readonly blocks = [takeBlock(), takeBlock()];
  private turn = 0;
  private waiting: { resolve: (block: Buffer | undefined) => void; reject: (error: Error) => void } | undefined;

  readonly silentMs: number;
  private readonly onClose: () => void;

  constructor(target: NetConnectOpts, { responseTimeoutMs, onClose = () => undefined }: RawRequest) {
    this.silentMs = responseTimeoutMs;
    this.onClose = onClose;
    const onread = {
      buffer: () => this.blocks[(this.turn ^= 1)]!,
      callback: (count: number, block: Uint8Array) => {
        this.settle()?.resolve((block as Buffer).subarray(0, count));
        return false;
      },
    };
    this.socket = dial({ ...target, onread });
    this.socket
      .on('error', (error) => this.settle()?.reject(error))
      .on('close', () => this.settle()?.resolve(undefined))
      .once('close', onClose);
  }

  /** Closes the connection, and returns the callback for its end, which the caller now has to call. */
  giveUpClosing(): () => void {
    this.socket.off('close', this.onClose);
    this.close({ reuse: true });
    return this.onClose;
  }

  /** Returns the next bytes, or undefined at the end. @throws unresponsiveError */
  next(): Promise<Buffer | undefined> {
    return withinTime(this.silentMs, this.read());
  }

  /** Like `next`, for callers that enforce their own timeout. */
  async read(): Promise<Buffer | undefined> {
    if (this.socket.destroyed) {
      if (this.socket.errored) throw this.socket.errored;
      return undefined;
    }
    const next = new Promise<Buffer | undefined>((resolve, reject) => (this.waiting = { resolve, reject }));
    this.socket.resume();
    return next;
  }

  /** Ends the reading: `next` has nothing more. */
  cancel(): void {
    this.socket.destroy();
  }

  /** Pass `reuse` only when no reference to the bytes remains. */
  close({ reuse }: { reuse: boolean }): void {
    this.socket.destroy();
    if (reuse) giveBack(this.blocks.splice(0));
  }

  private settle() {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }
}

/**
 * Settles when the block was written or the connection is closed; a video player that seeks disconnects all the time.
 */
function write(into: Writable, block: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      into.off('close', done);
      resolve();
    };
    into.once('close', done);
    into.write(block, done);
  });
}
