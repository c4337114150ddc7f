/** The listening part of the gateway, with limits against slow and oversized requests. */
import { createServer, type Server } from 'node:http';
import { withProbes } from '@zo/shared/observability';
import type { Health } from '@zo/shared/http';
import { Gateway, type GatewayOptions } from './gateway.js';

export interface ListenOptions extends GatewayOptions {
  /** Where the gateway is a process of its own: what `/healthz` says. Probes name no host of ours, so they are answered first. */
  readonly health?: () => Promise<Health>;
}

export async function listen(options: ListenOptions, port: number): Promise<{ server: Server; close: () => Promise<void> }> {
  const gateway = new Gateway(options);
  await gateway.open();
  // requestTimeout 0: an upload of hours is fine as long as bytes arrive; headersTimeout stops slow openers.
  const server = createServer({ requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 }, options.health ? withProbes(options.health, gateway.handle) : gateway.handle);
  server.on('upgrade', gateway.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    server,
    close: async () => {
      server.close();
      gateway.close();
      server.closeAllConnections();
    },
  };
}
