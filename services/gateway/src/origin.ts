/** Refuses requests that another page made a browser send, before anything else reads them. */
import type { IncomingMessage } from 'node:http';
import { defineErrors } from '@zo/errors';

export const gatewayErrors = defineErrors('gateway', {
  crossOrigin: [403, 'This request came from another page.'],
  wrongHost: [421, 'This address is not served here.'],
  badAddress: [400, 'The address cannot be read.'],
  methodNotAllowed: [405, 'This method is not used here.'],
  tokenInvalid: [401, 'This token is not valid. It may be mistyped, expired or revoked: look in Settings › Programs.'],
  tokenMissing: [
    401,
    'Sign in by OAuth, or send a personal token as “Authorization: Bearer zo_…”. Make one in Settings › Programs.',
  ],
  tokenElsewhere: [403, 'This program was allowed to use the MCP server only, at /api/mcp.'],
  tooSlow: [408, 'The body of the request did not arrive in time.'],
  tooLarge: [413, 'The body of the request is too large.'],
  tooMany: [429, 'Too many requests. Try again in {seconds} seconds.'],
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** @throws when method or host are not ours. A foreign Host would permit DNS rebinding. */
export function checkHost(request: IncomingMessage, site: URL): void {
  if (!METHODS.has(request.method ?? '')) throw gatewayErrors.methodNotAllowed();
  const host = request.headers.host?.toLowerCase() ?? '';
  if (host !== site.host && !LOOPBACK.test(host)) throw gatewayErrors.wrongHost();
}

/** @throws when another page made a browser send a request that may change something. */
export function checkOrigin(request: IncomingMessage, site: URL): void {
  if (SAFE.has(request.method ?? '')) return;
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw gatewayErrors.crossOrigin();
  // Neither header: not a browser of this decade, so no user's cookies are at stake.
  if (request.headers.origin !== undefined && !hasOwnOrigin(request, site)) throw gatewayErrors.crossOrigin();
}

/**
 * Whether the Origin header names this site. Websockets carry cookies across origins, so there the header is required.
 */
export function hasOwnOrigin({ headers }: IncomingMessage, site: URL): boolean {
  if (headers.origin === undefined || !URL.canParse(headers.origin)) return false;
  const { host, protocol } = new URL(headers.origin);
  if (host !== (headers.host?.toLowerCase() ?? '')) return false;
  // Under a loopback name there need not be a TLS proxy in between.
  return protocol === site.protocol || (host !== site.host && protocol === 'http:');
}
