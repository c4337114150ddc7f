import type { Location, Root } from '../paths';
import type { FsEvent } from './messages';

const location = (root: Root, joined: string): Location => ({ root, path: joined.split('/').filter(Boolean) });

/** The changed path; for a move, the source. */
export const changedLocation = ({ root, relativePath }: FsEvent): Location => location(root, relativePath);

/** The destination of a move, possibly in the other root. */
export function movedLocation({ eventType, root, destRoot, destPath }: FsEvent): Location | undefined {
  return eventType === 'moved' && destPath ? location(destRoot ?? root, destPath) : undefined;
}
