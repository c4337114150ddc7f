/** A connection over gRPC to another process, which may end at any moment: in order, killed, or together with its machine. */
import { Code, ConnectError, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import type { NetConnectOpts } from 'node:net';
import { dial } from '../streams/index.js';

/** Another side that answers nothing for so long, with its machine perhaps, is looked for anew. All calls share one connection. */
const PINGS = { pingIntervalMs: 5_000, pingTimeoutMs: 5_000 };
/** HTTP wants a host; a server behind a unix socket has none. */
const NO_HOST = 'http://agent';
const CLOSED = 'http/2 stream closed';

/**
 * A server that ends in order closes streams it has not looked at without an error, and a call of connect-node then waits for
 * ever (connectrpc/connect-es#1678). Here it fails.
 */
class Sessions extends Http2SessionManager {
  private session?: ClientHttp2Session;
  private underWay = 0;
  private isClosed = false;

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
    return stream;
  }

  /** Calls under way come to their end; one that is begun later opens a connection for itself. */
  close(): void {
    this.isClosed = true;
    if (this.underWay === 0) this.session?.close();
  }

  private ended(): void {
    this.underWay--;
    if (this.isClosed) this.close();
  }
}

export interface GrpcConnection {
  readonly transport: Transport;
  /** Calls under way come to their end, then the connection ends. */
  close(): void;
}

/** `address`: `unix:/path` or `http://host:port`. Connects with the first call, and again whenever the connection was lost. */
export function grpcConnection(address: string, interceptors: Interceptor[]): GrpcConnection {
  const socketPath = socketOf(address);
  const baseUrl = socketPath ? NO_HOST : address;
  // Behind a socket is this machine: it cannot be gone while we ask.
  const sessions = new Sessions(baseUrl, socketPath ? {} : PINGS, { createConnection: () => dial(targetOf(address)) });
  const transport = createGrpcTransport({ baseUrl, interceptors, sessionManager: sessions });
  return { transport, close: () => sessions.close() };
}

/** Of a connection that lasts as long as the process. */
export const grpcTransport = (address: string, interceptors: Interceptor[]): Transport =>
  grpcConnection(address, interceptors).transport;

function targetOf(address: string): NetConnectOpts {
  const path = socketOf(address);
  if (path) return { path };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}

/** The path of a `unix:` address. */
export const socketOf = (address: string): string | undefined =>
  address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;

/** True when the way to the other side broke before its answer was complete; false for what it answered itself. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // connect-node's words for an answer that breaks off, and for pings nobody answers; they carry no code of their own.
  if (
    error instanceof ConnectError &&
    [CLOSED, 'PING timed out', 'protocol error: missing status'].some((words) => error.rawMessage.startsWith(words))
  )
    return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ERR_HTTP2|ERR_STREAM)/.test(String((error as NodeJS.ErrnoException).code))) return true;
  return isConnectionFault(error.cause);
}
