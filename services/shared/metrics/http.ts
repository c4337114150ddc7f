import type { IncomingMessage, ServerResponse } from 'node:http';
import { METHODS } from 'node:http';
import type { Duplex } from 'node:stream';
import { metrics } from './catalogue.js';

const KNOWN = new Set(
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => METHODS.includes(method)),
);

/**
 * Measures a request until its response is closed. `route` returns the route template, never the URL; it is called at
 * the end, when the route is known.
 */
export function measureRequest(
  service: string,
  { request, response, route }: { request: IncomingMessage; response: ServerResponse; route: () => string | undefined },
): void {
  const begun = performance.now();
  metrics.requestsOpen.inc({ service });
  const method = KNOWN.has(request.method ?? '') ? request.method! : 'other';
  response.once('close', () => {
    metrics.requestsOpen.dec({ service });
    const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'cut off';
    metrics.requests.observe(
      { service, method, route: route() ?? 'none', status },
      (performance.now() - begun) / 1_000,
    );
  });
}

/** Counts a websocket while it is open. */
export function measureSocket(service: string, socket: Duplex): void {
  metrics.socketsOpen.inc({ service });
  socket.once('close', () => metrics.socketsOpen.dec({ service }));
}
