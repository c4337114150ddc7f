import { readCookie, writeCookie } from '../layout/cookies';

/** RT-06: one file or folder that was open lately. `path` starts with its root, 'w' or 's'. */
export interface Recent {
  path: string[];
  fileName: string;
  timestamp: number;
  isDirectory: boolean;
}

const COOKIE = 'appRecentsV2';
const MAX_AGE = 365 * 86_400;
const MAX_ENTRIES = 15;
// A cookie larger than 4 KB is dropped by browsers: the oldest entries go first.
const MAX_BYTES = 3800;

/** RT-06: what the cookie holds, newest first; anything unreadable counts as empty. */
export function readRecents(): Recent[] {
  try {
    const list = JSON.parse(readCookie(COOKIE) ?? '[]') as Recent[];
    return Array.isArray(list)
      ? list.filter((entry) => Array.isArray(entry.path) && typeof entry.fileName === 'string').slice(0, MAX_ENTRIES)
      : [];
  } catch {
    return [];
  }
}

/** RT-06: a place that was opened moves to the front; at most 15 stay. */
export function addRecent(list: readonly Recent[], entry: Recent): Recent[] {
  const key = entry.path.join('/');
  return [entry, ...list.filter(({ path }) => path.join('/') !== key)].slice(0, MAX_ENTRIES);
}

/** RT-06: kept for 365 days on path '/'. */
export function writeRecents(list: readonly Recent[]): void {
  let kept = list.slice(0, MAX_ENTRIES);
  while (kept.length > 1 && encodeURIComponent(JSON.stringify(kept)).length > MAX_BYTES) kept = kept.slice(0, -1);
  writeCookie(COOKIE, JSON.stringify(kept), MAX_AGE);
}

/** RT-06: notes that a place was opened. */
export function rememberRecent(entry: Recent): void {
  writeRecents(addRecent(readRecents(), entry));
}
