/** What tokens are for (RFC 8707): the MCP server, or the whole API. */
import { MCP_PATH, MCP_SCOPES, type Scope, SCOPES } from '@zo/auth';

export type Audience = 'api' | 'mcp';

/** The audience of a resource indicator, or undefined for the address of anything else. */
export function audienceOf(resource: string, site: URL): Audience | undefined {
  if (!URL.canParse(resource) || resource.includes('#')) return undefined;
  const { origin, pathname, search, username, password } = new URL(resource);
  if (origin !== site.origin || search || username || password) return undefined;
  const path = pathname.replace(/\/$/, '');
  if (path === MCP_PATH) return 'mcp';
  return path === '' ? 'api' : undefined;
}

/** The scopes that mean something there. */
export const scopesOf = (audience: Audience): readonly Scope[] => (audience === 'mcp' ? MCP_SCOPES : SCOPES);
