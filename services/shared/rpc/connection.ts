/** A gRPC connection to another process, which may end at any moment: by shutdown, by kill, or with its machine. */
import type { Interceptor, Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { type BoundedOptions, BoundedSessions } from './bounded-sessions.js';
import { baseUrlOf, Sessions } from './sessions.js';
import { validateResponses } from './validate-responses.js';

/** Detects a service lost with its machine. All calls share one connection. */
const PINGS = { pingIntervalMs: 5_000, pingTimeoutMs: 5_000 };
/** Upper limit for any message; the limits of each call are checked before it. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export interface GrpcConnection {
  readonly transport: Transport;
  /** Closes the connection after running calls have finished. */
  close(): void;
}

/** Returns the transport to a service at `http://host:port`; it lives as long as the process. */
export function grpcTransport(baseUrl: string, interceptors: Interceptor[]): Transport {
  return createGrpcTransport({ baseUrl, interceptors, sessionManager: new Sessions(baseUrl, PINGS) });
}

/** Opens the connection to an untrusted process at `unix:/path` or `http://host:port`. */
export function boundedConnection(
  address: string,
  interceptors: Interceptor[],
  bounds: BoundedOptions,
): GrpcConnection {
  const sessions = new BoundedSessions(address, bounds);
  const transport = createGrpcTransport({
    baseUrl: baseUrlOf(address),
    interceptors: [...interceptors, validateResponses],
    sessionManager: sessions,
    // Compression is refused, because a compressed response could expand to any size.
    acceptCompression: [],
    readMaxBytes: MAX_MESSAGE_BYTES,
    binaryOptions: { readUnknownFields: false },
  });
  return { transport, close: () => sessions.close() };
}
