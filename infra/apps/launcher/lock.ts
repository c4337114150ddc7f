/** Allows one launcher per data folder. A lock whose process is gone is taken over. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A running process holds the lock. */
export class FolderInUseError extends Error {}

/** Returns a function that releases the lock. @throws FolderInUseError when another launcher holds it */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(file, `${process.pid} ${startTimeOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid, startTime] = readFileSync(file, 'utf8').split(' ');
      // The start time distinguishes a running launcher from a later process with its pid. A full disk may leave a lock
      // without one.
      if (startTime && startTimeOf(Number(pid)) === startTime)
        throw new FolderInUseError(
          `${folder} is in use by process ${pid}; stop it first, or choose another folder with ZO_DATA`,
          { cause: error },
        );
      rmSync(file, { force: true });
    }
  }
  throw new Error(`the lock ${file} cannot be taken`);
}

/** Field 22 of /proc/<pid>/stat, or undefined when there is no such process. */
function startTimeOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ')[19];
}
