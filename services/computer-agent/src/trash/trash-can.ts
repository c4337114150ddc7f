/** Where a user's own programs keep what was deleted, on each of the disks: the port that platforms differ in. */
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errors.js';
import { Folder } from '../home/folder.js';

/** An entry that goes to the trash. */
export interface Discarded {
  /** Its absolute path. */
  readonly path: string;
  /** The device of its folder; nothing is copied to another one. */
  readonly device: number;
}

/** An open folder of deleted entries. */
export interface TrashCan {
  readonly folder: Folder;
  /** Its absolute path, by which it is found again. */
  readonly path: string;
  /** Notes where the entry of this name comes from, before it has the name. @throws EEXIST when the name is taken */
  note(name: string, from: Discarded): void;
  /** The entry of this name is not there, or not any more. */
  forget(name: string): void;
  close(): void;
}

export interface TrashCans {
  /** The can for an entry, made if there is none yet; undefined: there can be none on its disk. */
  for(entry: Discarded): TrashCan | undefined;
  /** A can that `for` has opened before; undefined: it is gone. */
  at(path: string): TrashCan | undefined;
}

/** The user's own folder, made if it is not there. @throws what the system says; EACCES for that of another user */
export function openOwn(path: string): Folder {
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = Folder.own(path);
  if (folder.stat().uid === process.getuid!()) return folder;
  folder.close();
  throw Object.assign(new Error('of another user'), { code: 'EACCES' });
}

/** The topmost folder above `path` that is on the same disk. */
export function topOf({ path, device }: Discarded): string {
  let top = dirname(path);
  for (let above = dirname(top); above !== top && fs.statSync(above).dev === device; above = dirname(above))
    top = above;
  return top;
}

/** Undefined where the folder is missing, or no folder of this user. */
export function ifOpen(open: () => TrashCan): TrashCan | undefined {
  try {
    return open();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

/** The device of a folder, or of what is to be made there. */
export function deviceOf(path: string): number {
  for (let at = path; ; at = join(at, '..')) {
    const stats = fs.statSync(at, { throwIfNoEntry: false });
    if (stats) return stats.dev;
  }
}
