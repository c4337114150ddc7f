import { useMemo, useSyncExternalStore } from 'react';
import { isSame, type Location } from '@zo/web/paths';

/** FT-02 isStaged: a file that is being uploaded to a folder. */
export interface InTransit {
  id: string;
  folder: Location;
  name: string;
  size: number;
  /** Uploaded percent; null while the file is queued. */
  percent: number | null;
}

let items: readonly InTransit[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Called by the upload queue, several times a second during an upload. */
export function setInTransit(next: readonly InTransit[]): void {
  if (next.length === 0 && items.length === 0) return;
  items = next;
  for (const listener of listeners) listener();
}

/** Uploads into one folder. */
export function useInTransit(folder: Location): readonly InTransit[] {
  const all = useSyncExternalStore(subscribe, () => items);
  return useMemo(() => all.filter((item) => isSame(item.folder, folder)), [all, folder]);
}
