/** Connections to other processes: one that nobody takes fails soon, instead of when the kernel gives it up after two minutes. */
import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

export const CONNECT_TIMEOUT_MS = 2_000;

/** As the kernel says it, only sooner. */
export class ConnectTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'connect';

  constructor(ms: number) {
    super(`no connection after ${ms} ms`);
  }
}

/** @throws (the socket's `error`) ConnectTimeoutError */
export function dial(options: NetConnectOpts): Socket {
  return limitConnect(connect(options));
}

/** Gives up a socket that is not connected in time from now. */
export function limitConnect(socket: Socket, ms = CONNECT_TIMEOUT_MS): Socket {
  const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(ms)), ms);
  const settled = () => clearTimeout(timer);
  return socket.once('connect', settled).once('close', settled);
}

/** For requests of `node:http`. */
export class DialAgent extends Agent {
  override createConnection(options: ClientRequestArgs): Socket {
    return dial(options as NetConnectOpts);
  }
}
