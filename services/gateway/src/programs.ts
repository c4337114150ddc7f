/** What programs with a personal token may do, and what they are told when they may not. */
import { authErrors, permits } from '@zo/auth';
import type { ServiceError } from '@zo/errors';
import type { IncomingMessage } from 'node:http';
import { gatewayErrors } from './origin.js';
import { needOf } from './permissions.js';
import { type Program, Tokens } from './tokens.js';

const MCP = '/api/mcp';
/** RFC 9728: where clients of the MCP server learn how to authenticate. */
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${MCP}`;

/** Whether a request has to be answered for a program: it carries a token, or the route is for programs only. */
export const isForProgram = (request: IncomingMessage, pathname: string) =>
  Tokens.isCarriedBy(request) || pathname === MCP || pathname === `${MCP}/`;

/** The 401 of a missing or invalid token. */
export function tokenRefused(request: IncomingMessage, site: URL): ServiceError {
  const isCarried = Tokens.isCarriedBy(request);
  const metadata = `resource_metadata="${new URL(RESOURCE_METADATA, site).href}"`;
  const challenge = `Bearer realm="api"${isCarried ? ', error="invalid_token"' : ''}, ${metadata}`;
  const error = isCarried ? gatewayErrors.tokenInvalid : gatewayErrors.tokenMissing;
  return error({}, { headers: { 'www-authenticate': challenge } });
}

/** @throws auth.scope_missing, auth.person_only, gateway.token_elsewhere */
export function checkScope(program: Program, method: string, pathname: string): void {
  if (program.isForMcp && pathname !== MCP && pathname !== `${MCP}/`) throw gatewayErrors.tokenElsewhere();
  const need = needOf(method, pathname);
  if (permits(program, need)) return;
  if (need === 'person' || need === 'token') throw authErrors.personOnly();
  const headers = { 'www-authenticate': `Bearer realm="api", error="insufficient_scope", scope="${need}"` };
  throw authErrors.scopeMissing({ scope: need }, { headers });
}

/** RFC 9728: the MCP server takes personal tokens in the header, and names no authorization server yet. */
export const resourceMetadata = (site: URL, scopes: readonly string[]) => ({
  resource: new URL(MCP, site).href,
  bearer_methods_supported: ['header'],
  scopes_supported: scopes,
});
