/** What programs with a token may do, how they sign in, and what they are told when they may not. */
import { authErrors, MCP_PATH, MCP_SCOPES, permits, SCOPES } from '@zo/auth';
import type { ServiceError } from '@zo/errors';
import type { IncomingMessage } from 'node:http';
import { gatewayErrors } from './origin.js';
import { needOf } from './permissions.js';
import { type Program, Tokens } from './tokens.js';

const WELL_KNOWN = '/.well-known/';
/** RFC 9728: where programs learn how to authenticate, at the MCP server and at the whole API. */
const API_METADATA = `${WELL_KNOWN}oauth-protected-resource`;
const MCP_METADATA = API_METADATA + MCP_PATH;
/** RFC 8414: where they learn how to sign in. */
const SERVER_METADATA = `${WELL_KNOWN}oauth-authorization-server`;

const isMcp = (pathname: string) => pathname === MCP_PATH || pathname === `${MCP_PATH}/`;

/** Whether a request has to be answered for a program: it carries a token, or the route is for programs only. */
export const isForProgram = (request: IncomingMessage, pathname: string) =>
  Tokens.isCarriedBy(request) || isMcp(pathname);

/** The 401 of a missing or invalid token. It names the scopes that a client of the MCP server should ask for. */
export function tokenRefused(request: IncomingMessage, pathname: string, site: URL): ServiceError {
  const isCarried = Tokens.isCarriedBy(request);
  const metadata = new URL(isMcp(pathname) ? MCP_METADATA : API_METADATA, site).href;
  const scope = isMcp(pathname) ? `, scope="${MCP_SCOPES.join(' ')}"` : '';
  const invalid = isCarried ? ', error="invalid_token"' : '';
  const challenge = `Bearer realm="api"${invalid}, resource_metadata="${metadata}"${scope}`;
  const error = isCarried ? gatewayErrors.tokenInvalid : gatewayErrors.tokenMissing;
  return error({}, { headers: { 'www-authenticate': challenge } });
}

/** @throws auth.scope_missing, auth.person_only, gateway.token_elsewhere */
export function checkScope(program: Program, method: string, pathname: string): void {
  if (program.isForMcp && !isMcp(pathname)) throw gatewayErrors.tokenElsewhere();
  const need = needOf(method, pathname);
  if (permits(program, need)) return;
  if (need === 'person' || need === 'token') throw authErrors.personOnly();
  const headers = { 'www-authenticate': `Bearer realm="api", error="insufficient_scope", scope="${need}"` };
  throw authErrors.scopeMissing({ scope: need }, { headers });
}

/** Whether an address is below `/.well-known`, where no page of the app is. */
export const isWellKnown = (pathname: string) => pathname.startsWith(WELL_KNOWN);

/** The metadata at an address, for programs that sign in; undefined where there is none. */
export function metadataAt(pathname: string, { origin }: URL): object | undefined {
  const resource = { authorization_servers: [origin], bearer_methods_supported: ['header'] };
  if (pathname === MCP_METADATA) return { resource: origin + MCP_PATH, ...resource, scopes_supported: MCP_SCOPES };
  if (pathname === API_METADATA) return { resource: origin, ...resource, scopes_supported: SCOPES };
  if (pathname !== SERVER_METADATA) return undefined;
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/api/oauth/token`,
    registration_endpoint: `${origin}/api/oauth/register`,
    revocation_endpoint: `${origin}/api/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
