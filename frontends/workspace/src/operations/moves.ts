import { parentOf, pathKey, type Location } from '@zo/web/paths';

const MAX_REMEMBERED = 500;
/** Path key of the old path → the new path, oldest first. */
const moves = new Map<string, Location>();

/** Records a move, for views that know the entry by its old name. */
export function recordMove(from: Location, to: Location): void {
  const key = pathKey(from);
  moves.delete(key);
  moves.set(key, to);
  if (moves.size > MAX_REMEMBERED) moves.delete(moves.keys().next().value!);
}

/** The new name of an entry renamed within `folder`; undefined when it was not renamed or left the folder. */
export function renamedName(folder: Location, name: string): string | undefined {
  const to = moves.get(pathKey({ root: folder.root, path: [...folder.path, name] }));
  return to && pathKey(parentOf(to)) === pathKey(folder) ? to.path.at(-1) : undefined;
}
