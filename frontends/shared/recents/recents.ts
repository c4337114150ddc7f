import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../cookies';
import { inTrash, isMachineRoot, isWithin, type Location } from '../paths';

/** RT-06: a recently opened file or folder, as the cookie has it. `path` starts with its root, 'w' or 's'. */
export interface Recent {
  path: string[];
  fileName: string;
  timestamp: number;
  isDirectory: boolean;
}

/** A recent entry as the page uses it. */
export type RecentEntry = Location & { isDirectory: boolean };

const COOKIE = 'appRecentsV2';
const MAX_AGE = 365 * 86_400;
const MAX_ENTRIES = 15;
// Browsers drop a cookie larger than 4 KB, so the oldest entries are removed first.
const MAX_BYTES = 3800;

/** Anything in the browser may have written the cookie. */
function isRecent(entry: unknown): entry is Recent {
  const { path, fileName } = (entry ?? {}) as Partial<Recent>;
  return (
    Array.isArray(path) &&
    path.length > 1 &&
    path.every((segment) => typeof segment === 'string') &&
    (path[0] === 'w' || path[0] === 's') &&
    typeof fileName === 'string'
  );
}

/** RT-06: the entries of the cookie, newest first; an unreadable cookie counts as empty. */
export function readRecents(): Recent[] {
  try {
    const list = JSON.parse(readCookie(COOKIE) ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter(isRecent).slice(0, MAX_ENTRIES) : [];
  } catch {
    return [];
  }
}

/** RT-06: moves an opened entry to the front and keeps at most 15. */
export function addRecent(list: readonly Recent[], entry: Recent): Recent[] {
  const key = entry.path.join('/');
  return [entry, ...list.filter(({ path }) => path.join('/') !== key)].slice(0, MAX_ENTRIES);
}

const listeners = new Set<() => void>();

/** RT-06: stores the list for 365 days on path '/'. */
export function writeRecents(list: readonly Recent[]): void {
  let kept = list.slice(0, MAX_ENTRIES);
  while (kept.length > 1 && encodeURIComponent(JSON.stringify(kept)).length > MAX_BYTES) kept = kept.slice(0, -1);
  writeCookie(COOKIE, JSON.stringify(kept), MAX_AGE);
  for (const listener of listeners) listener();
}

/** RT-06: records an opened entry. */
export function rememberRecent({ root, path, isDirectory }: RecentEntry): void {
  // A machine may be away the next time.
  if (isMachineRoot(root)) return;
  const fileName = path.at(-1) ?? '';
  writeRecents(addRecent(readRecents(), { path: [root, ...path], fileName, timestamp: Date.now(), isDirectory }));
}

const locationOf = ({ path: [root, ...path], isDirectory }: Recent): RecentEntry => ({
  root: root === 's' ? 's' : 'w',
  path,
  isDirectory,
});

/** Corrects what was guessed of an entry. */
export function correctRecent({ root, path, isDirectory }: RecentEntry): void {
  const key = [root, ...path].join('/');
  const isWrong = (recent: Recent) => recent.path.join('/') === key && recent.isDirectory !== isDirectory;
  const list = readRecents();
  if (list.some(isWrong)) writeRecents(list.map((recent) => (isWrong(recent) ? { ...recent, isDirectory } : recent)));
}

/** Follows a move of an entry or of a folder above it. In the trash it is kept, so that it is back after a restore. */
export function followRecents(from: Location, to: Location): void {
  const list = readRecents();
  if (!list.some((recent) => isWithin(locationOf(recent), from))) return;
  const moved = list.map((recent) => {
    const { path } = locationOf(recent);
    if (!isWithin(locationOf(recent), from)) return recent;
    const next = [to.root, ...to.path, ...path.slice(from.path.length)];
    return { ...recent, path: next, fileName: next.at(-1)! };
  });
  writeRecents(
    moved.filter(({ path }, at) => moved.findIndex((other) => other.path.join('/') === path.join('/')) === at),
  );
}

/** Removes an entry and everything below it. */
export function forgetRecent(location: Location): void {
  const list = readRecents();
  const rest = list.filter((recent) => !isWithin(locationOf(recent), location));
  if (rest.length < list.length) writeRecents(rest);
}

let known: { cookie: string | undefined; entries: readonly RecentEntry[] } = { cookie: undefined, entries: [] };

/**
 * The cookie is the only source: other tabs write it too. Equal cookies give the same list, so that nothing renders.
 */
function entries(): readonly RecentEntry[] {
  const cookie = JSON.stringify(readRecents());
  if (cookie !== known.cookie)
    known = {
      cookie,
      entries: readRecents()
        .map(locationOf)
        .filter((entry) => !inTrash(entry)),
    };
  return known.entries;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('focus', listener);
  };
}

/** RT-06: what was opened last, newest first, without what is in the trash. */
export const useRecents = (): readonly RecentEntry[] => useSyncExternalStore(subscribe, entries);
