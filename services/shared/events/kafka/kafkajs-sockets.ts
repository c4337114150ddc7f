/** Connections of kafkajs that are checked before it sends anything on them. */
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

export const CONNECT_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 60_000;

/**
 * Returns a socket factory for kafkajs, which reconnects by itself and tells nobody: each connection is reported as
 * established only after `check` has succeeded, and ends with its error otherwise.
 */
export function checkedSockets(check: () => Promise<void>): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    const onOpen = () => {
      socket.setTimeout(0);
      check().then(
        // kafkajs would take a connection that has ended meanwhile for a new one.
        () => socket.writable && onConnect(),
        (error: Error) => socket.destroy(error),
      );
    };
    // Typed as always there; kafkajs passes it only for TLS.
    const tls = ssl as typeof ssl | undefined;
    const socket = tls
      ? connectTls({ host, port, ...(!isIP(host) && { servername: host }), ...tls }, onOpen)
      : connect({ host, port }, onOpen);
    socket.setTimeout(CONNECT_TIMEOUT_MS);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    return socket;
  };
}
