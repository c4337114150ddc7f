/**
 * What pages of other sites may use: the MCP server and the way to sign in to it, for MCP clients that run in a
 * browser. Their tokens count there and nothing else does: cookies are neither asked for nor read.
 */
import { MCP_PATH } from '@zo/auth';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasOwnOrigin } from './origin.js';
import { isWellKnown } from './programs.js';

const METHODS: Readonly<Record<string, string>> = {
  [MCP_PATH]: 'GET, POST, DELETE',
  [`${MCP_PATH}/`]: 'GET, POST, DELETE',
  '/api/oauth/register': 'POST',
  '/api/oauth/token': 'POST',
  '/api/oauth/revoke': 'POST',
};
const REQUEST_HEADERS =
  'authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name';
const RESPONSE_HEADERS = 'www-authenticate, mcp-session-id, retry-after';
/** Browsers keep the answer no longer than two hours. */
const MAX_AGE_S = 7_200;

const methodsAt = (pathname: string): string | undefined =>
  METHODS[pathname] ?? (isWellKnown(pathname) ? 'GET' : undefined);

/** Whether a page of another site sent the request, to an address that all of them may use. */
export const isFromPageElsewhere = (request: IncomingMessage, pathname: string, site: URL): boolean =>
  request.headers.origin !== undefined && !hasOwnOrigin(request, site) && methodsAt(pathname) !== undefined;

/**
 * Lets the page read the answer, whoever it is from, and takes away what the browser may have added. Returns true when
 * that was all that was asked, before the request itself.
 */
export function letPageIn(request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
  // With this value a browser gives the page no answer to a request with cookies.
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', RESPONSE_HEADERS);
  delete request.headers.cookie;
  if (request.method !== 'OPTIONS') return false;
  response
    .writeHead(204, {
      'access-control-allow-methods': methodsAt(pathname)!,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': String(MAX_AGE_S),
    })
    .end();
  return true;
}
