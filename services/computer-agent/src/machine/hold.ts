/** Of two programs of one pairing on a machine, the second is refused: each would take the link from the other. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** SQLITE_BUSY */
const BUSY = 5;

/**
 * Node has no lock of files; SQLite has one, which the system ends with this process.
 * @returns what ends it sooner @throws Error when another process has the folder
 */
export async function holdFolder(folder: string): Promise<() => void> {
  // Not before, so that a version of Node without it is told to be too old.
  const { DatabaseSync } = await import('node:sqlite');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'running.sqlite'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode !== BUSY) throw error;
    throw new Error('This machine is connected already: zo-machine runs in another window. End it there first.', {
      cause: error,
    });
  }
  return () => lock.close();
}
