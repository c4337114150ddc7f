import { useSyncExternalStore } from 'react';
import { isMachineRoot, isWithin, pathKey, type Location } from '@zo/web/paths';
import { accountApi, store } from '@zo/web/store';

/** Entries that were cut or copied, for a paste in any tab of this browser. */
export interface Held {
  /** Whose they are: another account of this browser must not see them. */
  owner: string;
  items: Location[];
  isCut: boolean;
  /** What was written to the system's clipboard; something else there means that it was used since. */
  text: string;
  /** Whether the browser let us write it. */
  isWritten: boolean;
}

const STORAGE_KEY = 'zo-clipboard';
/** The storage of the browser is small. */
export const MAX_HELD = 2_000;
const listeners = new Set<() => void>();

export const me = (): string => accountApi.endpoints.me.select()(store.getState()).data?.profile.id ?? '';

const isRoot = (root: string) => root === 'w' || root === 's' || isMachineRoot(root);
const isLocation = (value: unknown): value is Location => {
  const { root, path } = (value ?? {}) as Partial<Location>;
  return (
    typeof root === 'string' && isRoot(root) && Array.isArray(path) && path.every((name) => typeof name === 'string')
  );
};

function parse(stored: string | null): Held | null {
  try {
    const { owner, items, isCut, text, isWritten } = JSON.parse(stored ?? 'null') as Held;
    const isSound = Array.isArray(items) && items.length > 0 && items.length <= MAX_HELD && items.every(isLocation);
    return isSound && owner === me()
      ? { owner, items, isCut: isCut === true, text: String(text), isWritten: isWritten === true }
      : null;
  } catch {
    return null;
  }
}

// Read again only when it changed, because rows ask for it on every render.
let seen: { key: string; held: Held | null; cut: ReadonlySet<string> } | undefined;
const NOTHING: ReadonlySet<string> = new Set();

/** What is kept; `cut`: path keys of what was cut and not pasted yet. */
export function readHeld() {
  const stored = localStorage.getItem(STORAGE_KEY);
  const key = `${me()} ${stored}`;
  if (seen?.key === key) return seen;
  const held = parse(stored);
  return (seen = { key, held, cut: held?.isCut ? new Set(held.items.map(pathKey)) : NOTHING });
}

export function keepHeld(held: Held | null): void {
  if (held) localStorage.setItem(STORAGE_KEY, JSON.stringify(held));
  else localStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === STORAGE_KEY || key === null) && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Path keys of what was cut and not pasted yet, here or in another tab. */
export const useCut = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => readHeld().cut);

export const canPaste = (): boolean => readHeld().held !== null;

/** Entries that got new places are pasted from there. */
export function followClipboard(from: Location, to: Location): void {
  const { held } = readHeld();
  if (!held?.items.some((item) => isWithin(item, from))) return;
  const follow = (item: Location): Location =>
    isWithin(item, from) ? { root: to.root, path: [...to.path, ...item.path.slice(from.path.length)] } : item;
  try {
    keepHeld({ ...held, items: held.items.map(follow) });
  } catch {
    // Longer paths do not fit; at the old ones may be other entries by the time of the paste.
    keepHeld(null);
  }
}
