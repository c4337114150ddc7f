/** Opens connections that fail soon if they are not accepted, instead of after the kernel's two minutes. */
import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

export const CONNECT_TIMEOUT_MS = 2_000;

/** Mimics the kernel's connect timeout error. */
export class ConnectTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'connect';

  constructor(ms: number) {
    super(`no connection after ${ms} ms`);
  }
}

/** Opens a socket, which emits ConnectTimeoutError as `error` if it is not connected in time. */
export function dial(options: NetConnectOpts): Socket {
  return limitConnect(connect(options));
}

/** Destroys a socket that is not connected within `ms` from now. */
export function limitConnect(socket: Socket, ms = CONNECT_TIMEOUT_MS): Socket {
  const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(ms)), ms);
  const settled = () => clearTimeout(timer);
  return socket.once('connect', settled).once('close', settled);
}

/** An agent for requests of `node:http`. */
export class DialAgent extends Agent {
  override createConnection(options: ClientRequestArgs): Socket {
    return dial(options as NetConnectOpts);
  }

  /** Closes idle connections now and each of the others when its request has ended. */
  drain(): void {
    this.maxFreeSockets = 0;
    for (const idle of Object.values(this.freeSockets)) for (const socket of idle ?? []) socket.destroy();
  }
}
