import fs from 'node:fs';
import { Clash } from '@zo/proto/agent/v1';
import { errnoOf, taken } from '../errors.js';
import type { Folder } from '../home/folder.js';
import { HIDDEN_PREFIX, nextName } from '../home/names.js';

const epoch = `${Date.now().toString(36)}${process.pid.toString(36)}`;
let counter = 0;
const MAX_NAMESAKES = 10_000;

/** A hidden name of this run of the agent; those of earlier runs are swept. */
export const hiddenName = () => `${HIDDEN_PREFIX}${epoch}-${(counter++).toString(36)}`;

/** True for hidden names that an earlier run left behind. */
export const isLeftover = (name: string) =>
  name.startsWith(HIDDEN_PREFIX) && !name.startsWith(`${HIDDEN_PREFIX}${epoch}-`);

/** Includes a volume without a free inode, because some file systems count a second name as one. */
const LINK_IMPOSSIBLE = new Set(['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'EMLINK', 'ENOSYS', 'EACCES', 'ENOSPC', 'EDQUOT']);

interface Named {
  readonly folder: Folder;
  readonly name: string;
}

/**
 * Gives a file, link or folder a new name that must be free. The kernel decides that: Node has no
 * renameat2(RENAME_NOREPLACE), so files are linked (fails when taken) and folders are renamed onto an empty folder just
 * made. Only where links are impossible, a check and a rename follow each other.
 * @throws EEXIST
 */
export function placeExclusive({ folder: from, name }: Named, { folder: to, name: target }: Named): void {
  const directory = from.lstat(name)?.isDirectory() ?? false;
  if (directory) {
    try {
      fs.mkdirSync(to.at(target));
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || !isOneEntry(from.lstat(name), to, target)) throw error;
      return fs.renameSync(from.at(name), to.at(target));
    }
    try {
      fs.renameSync(from.at(name), to.at(target));
    } catch (error) {
      fs.rmdirSync(to.at(target));
      throw error;
    }
    return;
  }
  try {
    if (!from.canLink(name)) throw Object.assign(new Error('a link'), { code: 'ENOTSUP' });
    fs.linkSync(from.at(name), to.at(target));
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && sameFile(from.lstat(name), to.lstat(target))) {
      if (isOneEntry(from.lstat(name), to, target)) return fs.renameSync(from.at(name), to.at(target));
      // An earlier run was killed between link and unlink: only the old name is left to remove.
      return fs.unlinkSync(from.at(name));
    }
    if (!LINK_IMPOSSIBLE.has(errnoOf(error) ?? '')) throw error;
    if (to.lstat(target)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    fs.renameSync(from.at(name), to.at(target));
    return;
  }
  fs.unlinkSync(from.at(name));
}

/** Whether a file system that ignores case takes both names for the same: the folder has no entry of the new one. */
const isOneEntry = (stats: fs.Stats | undefined, folder: Folder, target: string) =>
  sameFile(stats, folder.lstat(target)) && !fs.readdirSync(folder.self).includes(target);

const sameFile = (a?: fs.Stats, b?: fs.Stats) =>
  a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;

/**
 * Moves to `goal.name`, or to the next free name when it is taken and both are to be kept. @returns the name used.
 * @throws NAME_TAKEN
 */
export function placeOrKeepBoth(
  from: Folder,
  name: string,
  goal: { folder: Folder; name: string; clash: Clash },
): string {
  const directory = from.lstat(name)?.isDirectory() ?? false;
  for (let count = 1; count < MAX_NAMESAKES; count++) {
    const candidate = count === 1 ? goal.name : nextName(goal.name, count, directory);
    try {
      placeExclusive({ folder: from, name }, { folder: goal.folder, name: candidate });
      return candidate;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== 'EEXIST' && errno !== 'ENOTEMPTY') throw error;
      if (goal.clash !== Clash.KEEP_BOTH) throw taken(goal.name);
    }
  }
  throw taken(goal.name);
}
