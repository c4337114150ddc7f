/** A connection over gRPC to another process, which may end at any moment: in order, killed, or with its machine. */
import type { Interceptor, Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { type BoundedOptions, BoundedSessions } from './bounded-sessions.js';
import { baseUrlOf, Sessions } from './sessions.js';
import { soundAnswers } from './sound-answers.js';

/** A service that answers no ping for so long is gone with its machine. All calls share one connection. */
const PINGS = { pingIntervalMs: 5_000, pingTimeoutMs: 5_000 };
/** Message sizes are limited by call before this limit is looked at. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export interface GrpcConnection {
  readonly transport: Transport;
  /** Calls under way come to their end, then the connection ends. */
  close(): void;
}

/** The transport to a service, `http://host:port`; it lasts as long as the process. */
export function grpcTransport(baseUrl: string, interceptors: Interceptor[]): Transport {
  return createGrpcTransport({ baseUrl, interceptors, sessionManager: new Sessions(baseUrl, PINGS) });
}

/** The connection to a process that is not trusted, `unix:/path` or `http://host:port`. */
export function boundedConnection(
  address: string,
  interceptors: Interceptor[],
  bounds: BoundedOptions,
): GrpcConnection {
  const sessions = new BoundedSessions(address, bounds);
  const transport = createGrpcTransport({
    baseUrl: baseUrlOf(address),
    interceptors: [...interceptors, soundAnswers],
    sessionManager: sessions,
    // A compressed answer could become any size.
    acceptCompression: [],
    readMaxBytes: MAX_MESSAGE_BYTES,
    binaryOptions: { readUnknownFields: false },
  });
  return { transport, close: () => sessions.close() };
}
