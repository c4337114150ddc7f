import type { IncomingMessage, ServerResponse } from 'node:http';
import { startSpan, within } from './span.js';
import type { Span } from './tracer.js';

interface Traced {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: () => string | undefined;
}

/** Runs `work` within a span of the request, which continues the caller's trace and ends with the response. */
export function traceRequest(service: string, { request, response, route }: Traced, work: () => void): void {
  const span = spanOf(service, request);
  if (!span) return work();
  response.once('close', () =>
    end(span, `${service} ${request.method}`, { route: route(), status: response.statusCode }),
  );
  within(span, work);
}

/**
 * Runs the handshake of a websocket within a span that ends with it, because the connection may last for hours. `work`
 * returns the HTTP status.
 */
export async function traceUpgrade(
  service: string,
  { request, route }: { request: IncomingMessage; route: (status: number) => string | undefined },
  work: () => number | Promise<number>,
): Promise<number> {
  const span = spanOf(service, request);
  const status = await within(span, work);
  if (span) end(span, `${service} upgrade`, { route: route(status), status });
  return status;
}

function spanOf(service: string, request: IncomingMessage): Span | undefined {
  const parent = request.headers['traceparent'];
  const span = startSpan(service, {
    kind: 'server',
    parent: typeof parent === 'string' ? parent : undefined,
    attributes: { service, method: request.method },
  });
  // Headers of the client are not passed on.
  for (const name of ['traceparent', 'tracestate', 'baggage']) delete request.headers[name];
  if (span) request.headers['traceparent'] = span.traceparent;
  return span;
}

function end(span: Span, name: string, { route = 'none', status }: { route?: string; status: number }): void {
  span.end({ name: `${name} ${route}`, route, status, failed: status >= 500 });
}
