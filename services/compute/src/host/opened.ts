/** Files and folders that are passed to a sandbox by descriptor. */
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the history of the computer watches. All else in the home runs later, such as the profiles of shells. */
const WRITABLE = ['workspace', 'sites'];

export interface OpenFolder {
  readonly name: string;
  readonly fd: number;
}

/**
 * Opens the folders of a home that a closed command may write. They are bound by descriptor, because the computer could
 * swap them for links to anywhere on this machine. @throws Error if one is no folder
 */
export function openWritable(home: string): OpenFolder[] {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const opened: OpenFolder[] = [];
  try {
    for (const name of WRITABLE) opened.push({ name, fd: openSync(join(home, name), flags) });
    return opened;
  } catch (error) {
    for (const { fd } of opened) closeSync(fd);
    throw error;
  }
}

/** A file that the sandbox reads when it starts. */
export function openInput(folder: string, name: string, content: Buffer): number {
  const file = join(folder, name);
  // A new file each time: another sandbox may still read the old one.
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600 });
  return openSync(file, 'r');
}
