/**
 * Notes of running moves. A moved file has both its names for a moment; after a kill in that moment the note lets the
 * next agent remove the old name.
 */
import fs from 'node:fs';
import type { Folder } from '../home/folder.js';
import { hiddenName } from './place.js';
import { removeTree } from './remove.js';

/** The note is a dangling link, because creating one is a single system call: inode, previous link count, old name. */
const NOTE = /^moving:(\d+):(\d+):(.+)$/s;

/** Runs `work`, which gives `name` in `folder` another name, and keeps a note meanwhile. */
export function withMoveNote<T>(folder: Folder, name: string, work: () => T): T {
  const stats = folder.lstat(name);
  if (!stats || stats.isDirectory()) return work();
  const note = hiddenName();
  try {
    fs.symlinkSync(`moving:${stats.ino}:${stats.nlink}:${name}`, folder.at(note));
  } catch {
    // On a full disk a file can still be moved; the note matters only if the agent is killed.
    return work();
  }
  try {
    return work();
  } finally {
    fs.unlinkSync(folder.at(note));
  }
}

/**
 * Removes a hidden entry of an earlier run. If it is the note of a move that reached the new name, the old name is
 * removed, too.
 */
export async function sweep(folder: Folder, hidden: string): Promise<void> {
  finishMove(folder, hidden);
  await removeTree(folder, hidden);
}

function finishMove(folder: Folder, hidden: string): void {
  if (!folder.lstat(hidden)?.isSymbolicLink()) return;
  const [, ino, links, name] = NOTE.exec(fs.readlinkSync(folder.at(hidden))) ?? [];
  // A user with a shell can write such a note, too.
  if (name === undefined || name.includes('/')) return;
  const stats = folder.lstat(name);
  if (stats && !stats.isDirectory() && stats.ino === Number(ino) && stats.nlink === Number(links) + 1)
    fs.unlinkSync(folder.at(name));
}
