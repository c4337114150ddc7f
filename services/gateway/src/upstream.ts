/** Forwards from the gateway to a service: in the same process it hands the request over, to another one it proxies. */
import { createProxyServer } from 'httpxy';
import { once } from 'node:events';
import { Agent, type ClientRequestArgs, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { KEEP_ALIVE_TIMEOUT_MS, refuse, type RunningService } from '@zo/bootstrap';
import { errors } from '@zo/errors';
import { type ApiDescription, type Health, sendProblem } from '@zo/http';
import { SWITCHING_PROTOCOLS, Tunnels } from '@zo/streams';

const MAX_IDLE = 64;
/** Unused connections are closed before the service closes them, so that no request meets one that is closing. */
const IDLE_TIMEOUT_MS = KEEP_ALIVE_TIMEOUT_MS / 2;
/**
 * A lost machine neither accepts nor refuses a connection. Other machines may be behind the address: retry after this
 * time.
 */
const CONNECT_MS = 2_000;
const CONNECT_ATTEMPTS = 3;

export interface Upstream {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Resolves to the status of the handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number>;
  health(): Promise<Health>;
  openapi(): Promise<ApiDescription>;
  /** Closes open websockets in a way that makes clients reconnect at once. */
  restartSockets(): Promise<void>;
}

/** A service of this process: requests are neither copied nor parsed again. */
export function localUpstream(service: RunningService): Upstream {
  return {
    handle: service.handle,
    upgrade: service.upgrade,
    health: service.health,
    openapi: async () => service.openapi(),
    // The service closes its own.
    restartSockets: async () => undefined,
  };
}

/** A service in another process. Keeps no cookies and nothing else between requests. */
export function remoteUpstream(name: string, address: string): Upstream {
  const agent = new ServiceAgent({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_TIMEOUT_MS });
  const proxy = createProxyServer({ target: address, xfwd: false, agent });
  const upgrading = new ServiceAgent();
  const tunnels = new Tunnels();
  const read = async (path: string) =>
    (await fetch(new URL(path, address), { signal: AbortSignal.timeout(2_000) })).json();
  return {
    handle: (request, response) => {
      proxy.web(request, response).catch((cause: unknown) => {
        sendProblem(request, response, errors.unavailable({ what: name }, { cause }));
        // Discards the rest of the request: a client that sends it first would wait for its response until then.
        request.unpipe().resume();
      });
    },
    upgrade: async (request, socket, head) => {
      const { hostname, port } = new URL(address);
      const options = { agent: upgrading, hostname, port, path: request.url, headers: request.headers };
      const status = await tunnels.pass({ socket, head }, options);
      return status === SWITCHING_PROTOCOLS ? status : refuse(socket, status);
    },
    restartSockets: () => tunnels.restart(),
    health: async () =>
      (await read('/healthz').catch((error: Error) => ({ ready: false, missing: error.message }))) as Health,
    openapi: async () => (await read('/openapi.json').catch(() => ({ paths: {}, schemas: {} }))) as ApiDescription,
  };
}

class ServiceAgent extends Agent {
  override createConnection(
    options: ClientRequestArgs,
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    callbackify(connectWithRetry)(options as NetConnectOpts, done);
  }
}

async function connectWithRetry(options: NetConnectOpts): Promise<Socket> {
  for (let attempt = 1; ; attempt++) {
    const socket = connect(options);
    const silent = setTimeout(() => socket.destroy(new Error(`no connection after ${CONNECT_MS} ms`)), CONNECT_MS);
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
    } finally {
      clearTimeout(silent);
    }
  }
}
