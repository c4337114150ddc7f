/** Rules about locations that only this service has. */
import { ARTICLES, type Location, TRASH } from '@zo/proto/location';
import { fileErrors } from './errors.js';

/** `Notes/a.md`, for sentences. */
export const readable = ({ path }: Location) => path.join('/');

export const nameOf = ({ path }: Location) => path.at(-1) ?? '';
/** Below the Trash folder, and not the folder itself. */
export const isInTrash = ({ root, path }: Location) => root === 'w' && path[0] === TRASH && path.length > 1;
const isSpecial = ({ root, path }: Location) =>
  root === 'w' && path.length === 1 && (path[0] === TRASH || path[0] === ARTICLES);

/** @throws files.special for the roots, Trash and Articles: they are never moved, renamed or trashed. */
export function assertMovable(location: Location): void {
  if (location.path.length === 0) throw fileErrors.special({ name: location.root === 's' ? 'Sites' : 'Workspace' });
  if (isSpecial(location)) throw fileErrors.special({ name: nameOf(location) });
}

/** @throws files.inside_trash when something would be made or changed in the trash. */
export function assertOutsideTrash(location: Location): void {
  if (location.root === 'w' && location.path[0] === TRASH) throw fileErrors.insideTrash();
}
