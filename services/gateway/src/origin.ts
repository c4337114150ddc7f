/** Requests that another page made a browser send are refused before anything else looks at them. */
import type { IncomingMessage } from 'node:http';
import { defineErrors } from '@zo/shared/errors';

export const gatewayErrors = defineErrors('gateway', {
  crossOrigin: [403, 'This request came from another page.'],
  wrongHost: [421, 'This address is not served here.'],
  badAddress: [400, 'The address cannot be read.'],
  methodNotAllowed: [405, 'This method is not used here.'],
  tooMany: [429, 'Too many requests. Try again in {seconds} seconds.'],
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** @throws when method, host or origin are not ours. A foreign Host would let a page rebind its name to us. */
export function checkOrigin(request: IncomingMessage, publicHost: string): void {
  const method = request.method ?? '';
  if (!METHODS.has(method)) throw gatewayErrors.methodNotAllowed();
  const host = request.headers.host?.toLowerCase() ?? '';
  if (host !== publicHost && !LOOPBACK.test(host)) throw gatewayErrors.wrongHost();
  if (SAFE.has(method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw gatewayErrors.crossOrigin();
  // Neither header: not a browser of this decade, so nobody's cookies are at stake.
  if (request.headers.origin !== undefined && !isSameOrigin(request.headers.origin, host))
    throw gatewayErrors.crossOrigin();
}

/** Websockets carry cookies across origins, so here the header is required. */
export const hasOwnOrigin = (request: IncomingMessage) =>
  request.headers.origin !== undefined &&
  isSameOrigin(request.headers.origin, request.headers.host?.toLowerCase() ?? '');

function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
