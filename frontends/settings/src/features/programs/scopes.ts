import type { Scope } from '../../api/api-tokens.endpoints';
import { GROUP_ORDER, TOKENS, type Group } from './messages';

/** What a program may do with a group. */
export type Level = 'off' | 'read' | 'write' | 'both';
export type Levels = Readonly<Partial<Record<Group, Level>>>;

const levelOf = (group: Group, scopes: readonly Scope[]): Level => {
  const [reads, writes] = [scopes.includes(`${group}:read`), scopes.includes(`${group}:write`)];
  if (reads) return writes ? 'both' : 'read';
  return writes ? 'write' : 'off';
};

export const levelsOf = (scopes: readonly Scope[]): Levels =>
  Object.fromEntries(GROUP_ORDER.map((group) => [group, levelOf(group, scopes)]));

export const scopesOf = (levels: Levels): Scope[] =>
  GROUP_ORDER.flatMap((group): Scope[] => {
    const level = levels[group] ?? 'off';
    return [
      ...(level === 'read' || level === 'both' ? [`${group}:read` as const] : []),
      ...(level === 'write' || level === 'both' ? [`${group}:write` as const] : []),
    ];
  });

/** The levels within what was asked for. */
export const levelsWithin = (asked: Level): Level[] =>
  asked === 'both' ? ['off', 'read', 'both'] : asked === 'off' ? ['off'] : ['off', asked];

export const LEVEL_NAMES: Record<Level, string> = {
  off: TOKENS.off,
  read: TOKENS.read,
  write: TOKENS.writeOnly,
  both: TOKENS.both,
};

/** The scopes in words: “Files (read and write), Chats (read)”. */
export function inWords(scopes: readonly Scope[]): string {
  const levels = levelsOf(scopes);
  const parts = GROUP_ORDER.flatMap((group) => {
    const level = levels[group] ?? 'off';
    return level === 'off' ? [] : [`${TOKENS.groups[group][0]} (${LEVEL_NAMES[level].toLowerCase()})`];
  });
  return TOKENS.scopesOf(parts);
}
