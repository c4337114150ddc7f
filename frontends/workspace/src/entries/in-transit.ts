import { useMemo, useSyncExternalStore } from 'react';
import { isSame, type Location } from '@zo/web/paths';

/** FT-02 isStaged: a file on its way to a folder. */
export interface InTransit {
  id: string;
  folder: Location;
  name: string;
  size: number;
  /** Percent that arrived; null while it waits for its turn. */
  percent: number | null;
}

let items: readonly InTransit[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Said by the uploads, several times a second while something moves. */
export function setInTransit(next: readonly InTransit[]): void {
  if (next.length === 0 && items.length === 0) return;
  items = next;
  for (const listener of listeners) listener();
}

/** What is on its way to one folder. */
export function useInTransit(folder: Location): readonly InTransit[] {
  const all = useSyncExternalStore(subscribe, () => items);
  return useMemo(() => all.filter((item) => isSame(item.folder, folder)), [all, folder]);
}
