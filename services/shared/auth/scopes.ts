/** What a program with a personal token may do: a group of routes, to read or to write. */

export const SCOPE_GROUPS = ['files', 'chats', 'personas', 'computer', 'account'] as const;
export type ScopeGroup = (typeof SCOPE_GROUPS)[number];
export type Access = 'read' | 'write';
export type Scope = `${ScopeGroup}:${Access}`;

export const SCOPES: readonly Scope[] = SCOPE_GROUPS.flatMap((group): Scope[] => [`${group}:read`, `${group}:write`]);

/** Where the MCP server is, and the scopes that its tools need. */
export const MCP_PATH = '/api/mcp';
export const MCP_SCOPES = [
  'files:read',
  'files:write',
  'chats:read',
  'chats:write',
] as const satisfies readonly Scope[];
export type McpScope = (typeof MCP_SCOPES)[number];

/** Ignores names of other releases, so that an unknown scope grants nothing. */
export const knownScopes = (names: readonly string[]): Scope[] => SCOPES.filter((scope) => names.includes(scope));
