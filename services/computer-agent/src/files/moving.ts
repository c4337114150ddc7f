/** A file that is moved has both its names for a moment. An agent that is killed in it leaves a note of that. */
import fs from 'node:fs';
import type { Folder } from '../home/folder.js';
import { hiddenName } from './place.js';
import { removeTree } from './remove.js';

/** A link that leads nowhere, as making one is a single system call: inode, links it had before, old name. */
const NOTE = /^moving:(\d+):(\d+):(.+)$/s;

/** Runs `work`, which gives what is called `name` in `folder` another name. */
export function noted<T>(folder: Folder, name: string, work: () => T): T {
  const stats = folder.lstat(name);
  if (!stats || stats.isDirectory()) return work();
  const note = hiddenName();
  try {
    fs.symlinkSync(`moving:${stats.ino}:${stats.nlink}:${name}`, folder.at(note));
  } catch {
    // On a full disk a file can still be moved; the note is only for those who are killed.
    return work();
  }
  try {
    return work();
  } finally {
    fs.unlinkSync(folder.at(note));
  }
}

/** Removes what an earlier run left behind under a hidden name. Where that is the note of a move that got as far as the new name, the old one goes. */
export async function sweep(folder: Folder, hidden: string): Promise<void> {
  endMove(folder, hidden);
  await removeTree(folder, hidden);
}

function endMove(folder: Folder, hidden: string): void {
  if (!folder.lstat(hidden)?.isSymbolicLink()) return;
  const [, ino, links, name] = NOTE.exec(fs.readlinkSync(folder.at(hidden))) ?? [];
  // Whoever has a shell can write such a note, too.
  if (name === undefined || name.includes('/')) return;
  const stats = folder.lstat(name);
  if (stats && !stats.isDirectory() && stats.ino === Number(ino) && stats.nlink === Number(links) + 1)
    fs.unlinkSync(folder.at(name));
}
