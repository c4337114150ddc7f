/** Converts paths between the API (`{root, path}`), the agent, and the form shown to users. */
import { type AnyLocation, ARTICLES, isMachineRoot, TRASH } from '@zo/proto/location';
import { fileErrors } from './errors.js';

/** `Notes/a.md`, for sentences. */
export const displayPath = ({ path }: AnyLocation) => path.join('/');

export const nameOf = ({ path }: AnyLocation) => path.at(-1) ?? '';
/** Below the Trash folder, and not the folder itself. */
export const isInTrash = ({ root, path }: AnyLocation) => root === 'w' && path[0] === TRASH && path.length > 1;
const isSpecial = ({ root, path }: AnyLocation) =>
  root === 'w' && path.length === 1 && (path[0] === TRASH || path[0] === ARTICLES);

/** Refuses to move, rename or trash the roots, Trash and Articles. @throws files.special */
export function assertMovable(location: AnyLocation): void {
  const { root, path } = location;
  if (path.length === 0 && isMachineRoot(root)) throw fileErrors.machineFolder();
  if (path.length === 0) throw fileErrors.special({ name: root === 's' ? 'Sites' : 'Workspace' });
  if (isSpecial(location)) throw fileErrors.special({ name: nameOf(location) });
}

/** Refuses to create or change entries in the trash. @throws files.inside_trash */
export function assertOutsideTrash(location: AnyLocation): void {
  if (location.root === 'w' && location.path[0] === TRASH) throw fileErrors.insideTrash();
}
