/** What a program with a personal token may do: a group of routes, to read or to write. */

export const SCOPE_GROUPS = ['files', 'chats', 'personas', 'computer', 'account'] as const;
export type ScopeGroup = (typeof SCOPE_GROUPS)[number];
export type Access = 'read' | 'write';
export type Scope = `${ScopeGroup}:${Access}`;

export const SCOPES: readonly Scope[] = SCOPE_GROUPS.flatMap((group): Scope[] => [`${group}:read`, `${group}:write`]);

/** Ignores names of other releases, so that an unknown scope grants nothing. */
export const knownScopes = (names: readonly string[]): Scope[] => SCOPES.filter((scope) => names.includes(scope));
