import { useSyncExternalStore } from 'react';
import { pathKey, type Location } from '@zo/web/paths';

export const MIN_COLUMNS = 3;
export const MAX_COLUMNS = 8;
const USUAL_COLUMNS = 5;

/** How a folder is shown: as a list, or as tiles in so many columns. */
export interface FolderView {
  isGrid: boolean;
  columns: number;
}

const STORAGE_KEY = 'zo-folder-views';
/** Folders whose view is remembered; the one that was changed first is forgotten. */
const MAX_FOLDERS = 300;
const LIST: FolderView = { isGrid: false, columns: USUAL_COLUMNS };

const clamp = (columns: unknown): number =>
  Number.isInteger(columns) ? Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns as number)) : USUAL_COLUMNS;

function read(): Map<string, FolderView> {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as [string, FolderView][];
    return new Map(
      stored
        .slice(-MAX_FOLDERS)
        .map(([key, { isGrid, columns }]) => [String(key), { isGrid: isGrid === true, columns: clamp(columns) }]),
    );
  } catch {
    return new Map();
  }
}

const views = read();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The view of a folder in this browser. */
export function useFolderView(location: Location): FolderView {
  const key = pathKey(location);
  return useSyncExternalStore(subscribe, () => views.get(key) ?? LIST);
}

export function setFolderView(location: Location, change: Partial<FolderView>): void {
  const key = pathKey(location);
  const next = { ...(views.get(key) ?? LIST), ...change };
  views.delete(key);
  views.set(key, { ...next, columns: clamp(next.columns) });
  if (views.size > MAX_FOLDERS) views.delete(views.keys().next().value!);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...views]));
  } catch {
    // Without storage it lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
