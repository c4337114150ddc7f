import type { Location, Root } from '../paths';
import type { FsEvent } from './messages';

const place = (root: Root, joined: string): Location => ({ root, path: joined.split('/').filter(Boolean) });

/** What changed; of a move, where it was. */
export const changedPlace = ({ root, relativePath }: FsEvent): Location => place(root, relativePath);

/** Of a move, where it is now: maybe in the other root. */
export function movedPlace({ eventType, root, destRoot, destPath }: FsEvent): Location | undefined {
  return eventType === 'moved' && destPath ? place(destRoot ?? root, destPath) : undefined;
}
