/** The listener of the gateway, with limits against slow and oversized requests. */
import { createServer } from 'node:http';
import { Drain } from '@zo/bootstrap';
import { withProbes } from '@zo/observability';
import type { Health } from '@zo/http';
import { Gateway, type GatewayOptions } from './gateway.js';

/**
 * Everything that measures, traces or forwards a request listens for the end of its response, in each service on one
 * machine.
 */
const MAX_LISTENERS = 30;

export interface ListenOptions extends GatewayOptions {
  /**
   * Where the gateway is a process of its own: the result of `/healthz`. Probes name no host of ours, so they are
   * answered first.
   */
  readonly health?: () => Promise<Health>;
}

export interface Listening {
  /** Closes in order; SIGTERM means that there are other replicas, which get `drainMs` milliseconds to take over. */
  close(signal: NodeJS.Signals, drainMs?: number): Promise<void>;
}

export async function listen(options: ListenOptions, port: number): Promise<Listening> {
  const gateway = new Gateway(options);
  await gateway.open();
  const drain = new Drain();
  const handle = drain.listener(
    options.health ? withProbes(drain.health(options.health), gateway.handle) : gateway.handle,
  );
  // requestTimeout 0: an upload of hours is fine as long as bytes arrive, which Bodies checks; headersTimeout stops
  // slow headers.
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 },
    (request, response) => {
      response.setMaxListeners(MAX_LISTENERS);
      handle(request, response);
    },
  );
  server.on('upgrade', gateway.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, options.platform.config.ZO_LISTEN, resolve);
  });
  return {
    close: async (signal, drainMs = 0) => {
      await drain.end(signal, drainMs, { http: server });
      await gateway.close();
    },
  };
}
