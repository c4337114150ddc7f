/**
 * The HTTP/2 connection behind gRPC calls to one address. It opens with the first call, and again after it was lost.
 */
import { Code, ConnectError } from '@connectrpc/connect';
import { Http2SessionManager } from '@connectrpc/connect-node';
import type { ClientHttp2Session, ClientHttp2Stream, ClientSessionOptions } from 'node:http2';
import type { Socket } from 'node:net';
import { dial } from '@zo/streams';
import { CLOSED } from './connection-error.js';

/** HTTP requires a host, but a server behind a unix socket has none. */
const NO_HOST = 'http://agent';

export interface Pings {
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

/** Returns the path of a `unix:` address. */
export const socketOf = (address: string): string | undefined =>
  address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;

/** Returns the base URL of an address. */
export const baseUrlOf = (address: string): string => (socketOf(address) ? NO_HOST : address);

/**
 * Fails calls whose stream a server closes without an error, as it does for unprocessed streams on shutdown: a call of
 * connect-node would wait for ever (connectrpc/connect-es#1678).
 */
export class Sessions extends Http2SessionManager {
  private session?: ClientHttp2Session;
  private underWay = 0;
  private isClosed = false;

  /** `address`: `unix:/path` or `http://host:port`. */
  constructor(address: string, pings: Partial<Pings>, options: ClientSessionOptions = {}) {
    super(baseUrlOf(address), pings, { createConnection: () => connectTo(address), ...options });
  }

  override async request(...args: Parameters<Http2SessionManager['request']>): Promise<ClientHttp2Stream> {
    this.underWay++;
    const stream = await super.request(...args).catch((error: unknown) => {
      this.ended();
      throw error;
    });
    this.session = stream.session as ClientHttp2Session | undefined;
    let answered = false;
    stream.once('response', () => (answered = true));
    stream.once('close', () => {
      this.ended();
      if (!answered) stream.emit('error', new ConnectError(`${CLOSED} without an answer`, Code.Unavailable));
    });
    return readAtOnce(stream);
  }

  /** Closes the connection after running calls have finished; a later call opens its own connection. */
  close(): void {
    this.isClosed = true;
    if (this.underWay === 0) this.session?.close();
  }

  private ended(): void {
    this.underWay--;
    if (this.isClosed) this.close();
  }
}

/**
 * Starts the iteration over the content before any of it arrives. Node's iterator fails for a stream that is closed
 * when the iteration starts, even if the whole response is waiting to be read.
 */
function readAtOnce(stream: ClientHttp2Stream): ClientHttp2Stream {
  const chunks: AsyncIterator<Buffer, undefined> = stream[Symbol.asyncIterator]();
  const first = chunks.next();
  first.catch(() => undefined);
  stream[Symbol.asyncIterator] = async function* (): AsyncGenerator<Buffer, undefined> {
    try {
      for (let next = await first; !next.done; next = await chunks.next()) yield next.value;
      return undefined;
    } finally {
      await chunks.return?.();
    }
  };
  return stream;
}

/** Opens a socket to an address. */
export function connectTo(address: string): Socket {
  const path = socketOf(address);
  if (path) return dial({ path });
  const { hostname, port } = new URL(address);
  return dial({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
}
