/** Addresses of files: as the API has them (`{root, path}`), as the agent has them, and as people read them. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Path, type PathSchema, Root } from '@zo/proto/agent/v1';
import type { Location } from '@zo/http';
import { fileErrors } from './errors.js';

export type AgentPath = MessageInitShape<typeof PathSchema>;

export const toAgentPath = ({ root, path }: Location): AgentPath => ({
  root: root === 's' ? Root.SITES : Root.WORKSPACE,
  segments: path,
});

export const fromAgentPath = (path: Path | undefined): Location => ({
  root: path?.root === Root.SITES ? 's' : 'w',
  path: [...(path?.segments ?? [])],
});

/** `Notes/a.md`, for sentences. */
export const readable = ({ path }: Location) => path.join('/');

/** `w/Notes/a.md`, for events and links between chats and files. */
export const addressOf = ({ root, path }: Location) => [root, ...path].join('/');

export const parentOf = ({ root, path }: Location): Location => ({ root, path: path.slice(0, -1) });
export const nameOf = ({ path }: Location) => path.at(-1) ?? '';
export const childOf = ({ root, path }: Location, name: string): Location => ({ root, path: [...path, name] });

/** Top folders of the workspace with a meaning of their own. */
export const TRASH = 'Trash';
export const ARTICLES = 'Articles';

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

export function isWithin(inner: Location, outer: Location): boolean {
  return (
    inner.root === outer.root &&
    inner.path.length >= outer.path.length &&
    outer.path.every((part, index) => part === inner.path[index])
  );
}
