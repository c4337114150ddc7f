import type { Location, Root } from '../paths';
import type { FsEvent } from './messages';

const place = (root: Root, joined: string): Location => ({ root, path: joined.split('/').filter(Boolean) });

/** The changed path; for a move, the source. */
export const changedPlace = ({ root, relativePath }: FsEvent): Location => place(root, relativePath);

/** The destination of a move, possibly in the other root. */
export function movedPlace({ eventType, root, destRoot, destPath }: FsEvent): Location | undefined {
  return eventType === 'moved' && destPath ? place(destRoot ?? root, destPath) : undefined;
}
