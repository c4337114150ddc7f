import { useSyncExternalStore } from 'react';

/** A section above the tree. */
export type Section = 'favourites' | 'recent';

const STORAGE_KEY = 'zo-tree-folded';
/** What was opened last is one press away, so that the tree keeps its room. */
const FIRST: readonly Section[] = ['recent'];

function read(): ReadonlySet<string> {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return new Set(stored === null ? FIRST : stored.split(' '));
  } catch {
    return new Set(FIRST);
  }
}

let folded = read();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a section shows only its name, in this browser. */
export const useFolded = (section: Section): boolean => useSyncExternalStore(subscribe, () => folded.has(section));

export function setFolded(section: Section, isFolded: boolean): void {
  const next = new Set(folded);
  if (isFolded) next.add(section);
  else next.delete(section);
  folded = next;
  try {
    localStorage.setItem(STORAGE_KEY, [...next].join(' '));
  } catch {
    // Without storage it lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
