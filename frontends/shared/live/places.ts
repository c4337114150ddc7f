import type { FilePath, Root } from '../paths';
import type { FsEvent } from './messages';

const place = (root: Root, joined: string): FilePath => ({ root, path: joined.split('/').filter(Boolean) });

/** What changed; of a move, where it was. */
export const changedPlace = ({ root, relativePath }: FsEvent): FilePath => place(root, relativePath);

/** Of a move, where it is now: maybe in the other root. */
export function movedPlace({ eventType, root, destRoot, destPath }: FsEvent): FilePath | undefined {
  return eventType === 'moved' && destPath ? place(destRoot ?? root, destPath) : undefined;
}
