import { parentOf, pathKey, type Location } from '@zo/web/paths';

const MAX_REMEMBERED = 500;
/** Path key of the old path → the new path, oldest first. */
const moves = new Map<string, Location>();
/** Path keys of what this tab moved to the trash or elsewhere, oldest first. */
const removals = new Set<string>();

/** Records a move, for views that know the entry by its old name. */
export function recordMove(from: Location, to: Location): void {
  const key = pathKey(from);
  moves.delete(key);
  moves.set(key, to);
  recordArrival(to);
  if (moves.size > MAX_REMEMBERED) moves.delete(moves.keys().next().value!);
}

/** Records that an entry is there now: what was known of another one that had this path before is not about it. */
export function recordArrival(at: Location): void {
  moves.delete(pathKey(at));
  removals.delete(pathKey(at));
}

/** Where an entry was moved to; undefined when it was not. */
export const movedLocationOf = (location: Location): Location | undefined => moves.get(pathKey(location));

/** The new name of an entry renamed within `folder`; undefined when it was not renamed or left the folder. */
export function renamedName(folder: Location, name: string): string | undefined {
  const to = moves.get(pathKey({ root: folder.root, path: [...folder.path, name] }));
  return to && pathKey(parentOf(to)) === pathKey(folder) ? to.path.at(-1) : undefined;
}

/** Records that the user takes entries out of their folder here, so that the row after them can be selected. */
export function recordRemovals(locations: readonly Location[]): void {
  for (const key of locations.slice(0, MAX_REMEMBERED).map(pathKey)) {
    removals.delete(key);
    removals.add(key);
  }
  for (const key of removals) {
    if (removals.size <= MAX_REMEMBERED) break;
    removals.delete(key);
  }
}

/** Takes back what was recorded of entries that stayed. */
export function withdrawRemovals(locations: readonly Location[]): void {
  for (const location of locations) removals.delete(pathKey(location));
}

/** Whether the user took this entry out of `folder` in this tab. */
export const wasRemovedHere = (folder: Location, name: string): boolean =>
  removals.has(pathKey({ root: folder.root, path: [...folder.path, name] }));
