import type { IncomingMessage, ServerResponse } from 'node:http';
import { startSpan, within } from './span.js';

interface Traced {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: () => string | undefined;
}

/** Does `work` within a span of the request, which goes on with the caller's and ends with the response. */
export function traceRequest(service: string, { request, response, route }: Traced, work: () => void): void {
  const parent = request.headers['traceparent'];
  const span = startSpan(service, { kind: 'server', parent: typeof parent === 'string' ? parent : undefined, attributes: { service, method: request.method } });
  // Nothing a client wrote beside it goes any further.
  for (const name of ['traceparent', 'tracestate', 'baggage']) delete request.headers[name];
  if (!span) return work();
  request.headers['traceparent'] = span.traceparent;
  response.once('close', () => {
    const template = route() ?? 'none';
    span.end({ name: `${service} ${request.method} ${template}`, route: template, status: response.statusCode, failed: response.statusCode >= 500 });
  });
  within(span, work);
}
