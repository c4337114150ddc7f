/** The roots as folders of the home: a shell or the agent may remove and create them again at any time. */
import fs from 'node:fs';
import type { Root } from '@zo/proto/agent/v1';
import type { Folder } from '../home/folder.js';
import { FOLDER_OF_ROOT } from '../home/names.js';
import { Branch } from './tree.js';

const NAMES = new Set(Object.values(FOLDER_OF_ROOT));

/** Calls `changed` when a root was created, replaced or removed. */
export function watchRoots(home: Folder, changed: () => void): { close(): void } {
  try {
    const watcher = fs.watch(home.self, (kind, name) => {
      if (kind === 'rename' && name !== null && NAMES.has(name)) changed();
    });
    return watcher.on('error', () => watcher.close());
  } catch (error) {
    console.error('cannot watch the home', (error as NodeJS.ErrnoException).code);
    return { close: () => undefined };
  }
}

/** Opens a root as it is now; `folder` is null when there is none. */
export function openRoot(home: Folder, root: Root): { branch: Branch; folder: Folder | null } {
  const folder = openFolder(home, root);
  const stats = folder?.stat();
  return { branch: new Branch(null, '', { ino: stats?.ino ?? 0, root, birth: stats?.birthtimeMs }), folder };
}

/** False when the folder of a root has been replaced; the inode alone is not enough, because inodes are reused. */
export function isStillRoot(home: Folder, known: Branch): boolean {
  const { branch, folder } = openRoot(home, known.root);
  folder?.close();
  return branch.ino === known.ino && branch.birth === known.birth;
}

function openFolder(home: Folder, root: Root): Folder | null {
  try {
    return home.open(FOLDER_OF_ROOT[root] as string);
  } catch {
    return null;
  }
}
