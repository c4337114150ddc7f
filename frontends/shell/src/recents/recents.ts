import { readCookie, writeCookie } from '../layout/cookies';

/** RT-06: a recently opened file or folder. `path` starts with its root, 'w' or 's'. */
export interface Recent {
  path: string[];
  fileName: string;
  timestamp: number;
  isDirectory: boolean;
}

const COOKIE = 'appRecentsV2';
const MAX_AGE = 365 * 86_400;
const MAX_ENTRIES = 15;
// Browsers drop a cookie larger than 4 KB, so the oldest entries are removed first.
const MAX_BYTES = 3800;

/** RT-06: the entries of the cookie, newest first; an unreadable cookie counts as empty. */
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

/** RT-06: moves an opened entry to the front and keeps at most 15. */
export function addRecent(list: readonly Recent[], entry: Recent): Recent[] {
  const key = entry.path.join('/');
  return [entry, ...list.filter(({ path }) => path.join('/') !== key)].slice(0, MAX_ENTRIES);
}

/** RT-06: stores the list for 365 days on path '/'. */
export function writeRecents(list: readonly Recent[]): void {
  let kept = list.slice(0, MAX_ENTRIES);
  while (kept.length > 1 && encodeURIComponent(JSON.stringify(kept)).length > MAX_BYTES) kept = kept.slice(0, -1);
  writeCookie(COOKIE, JSON.stringify(kept), MAX_AGE);
}

/** RT-06: records an opened entry. */
export function rememberRecent(entry: Recent): void {
  writeRecents(addRecent(readRecents(), entry));
}
