import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import { logger } from '@zo/observability';
import { registry } from './catalogue.js';

const sources = new Set<() => Promise<void> | void>();
let isCollecting = false;

/**
 * Registers a callback that runs before each scrape, for gauges that are looked up. Returns a function that removes it.
 */
export function beforeScrape(source: () => Promise<void> | void): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

/** Serves `/metrics` on its own port, which no external route reaches. Without a port, no metrics are collected. */
export async function serveMetrics(
  port: number | undefined,
  address?: string,
): Promise<{ readonly port: number; close(): void } | undefined> {
  if (port === undefined) return undefined;
  // Default metrics can be registered only once, and tests serve several times in a process.
  if (!isCollecting) collectDefaultMetrics({ register: registry });
  isCollecting = true;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void scrape().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  }).listen(port, address);
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function scrape(): Promise<string> {
  const failed = (error: unknown) => logger('metrics').warn({ error }, 'numbers could not be looked up');
  await Promise.all(Array.from(sources, async (source) => source()).map((asked) => asked.catch(failed)));
  return registry.metrics();
}
