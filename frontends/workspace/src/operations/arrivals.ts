import { useSyncExternalStore } from 'react';
import { nameOf, parentOf, pathKey, type Location } from '@zo/web/paths';

/** Entries that just came to a folder by what the user did; the listing of that folder selects them. */
export interface Arrival {
  folder: string;
  names: ReadonlySet<string>;
}

let latest: Arrival | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function change(next: Arrival | null): void {
  latest = next;
  for (const listener of listeners) listener();
}

/** Selects these entries in the listing of their folder, as soon as it has them. */
export function showArrived(locations: readonly Location[]): void {
  const [first] = locations;
  if (!first) return;
  const folder = pathKey(parentOf(first));
  const names = locations.filter((location) => pathKey(parentOf(location)) === folder).map(nameOf);
  change({ folder, names: new Set(names) });
}

/** Called once they are selected. */
export const arrivalSeen = (arrival: Arrival): void => void (latest === arrival && change(null));

/** What arrived in this folder and is not selected yet. */
export const useArrival = (folder: string): Arrival | null => {
  const arrival = useSyncExternalStore(subscribe, () => latest);
  return arrival?.folder === folder ? arrival : null;
};
