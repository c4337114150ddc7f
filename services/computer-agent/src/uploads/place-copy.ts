/** Finishes uploads into a folder on another volume than the uploads in progress, where a rename is impossible. */
import fs from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { Clash } from '@zo/proto/agent/v1';
import { errnoOf } from '../errors.js';
import { fsync } from '../files/calls.js';
import { hiddenName, placeOrKeepBoth } from '../files/place.js';
import { type Folder, openRegular } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden } from '../home/names.js';
import { receiptOf, writeReceipt } from './receipt.js';

const { COPYFILE_EXCL, O_CREAT, O_NOFOLLOW, O_RDONLY, O_TRUNC, O_WRONLY } = fs.constants;
const NOTE = '.copy';
/** Longer than any path; the user of a computer can write such a file, too. */
const MAX_NOTE_BYTES = 64 * 1024;

export interface Goal {
  readonly folder: Folder;
  /** Of the folder below the home. */
  readonly names: readonly string[];
  readonly name: string;
  readonly clash: Clash;
}

/**
 * Copies the upload to a hidden file beside its target and gives that the name. The receipt is of the copy, so that a
 * repeated commit finds it. A note says where the copy is, for the case that the agent is killed meanwhile.
 * @returns the name used
 */
export async function placeCopy(staging: Folder, id: string, goal: Goal): Promise<string> {
  const hidden = hiddenName();
  const note = `${id}${NOTE}`;
  const copy = goal.folder.at(hidden);
  try {
    await writeNote(staging, note, [...goal.names, hidden]);
    await copyFile(staging.at(id), copy, COPYFILE_EXCL);
    const fd = openRegular(copy, O_RDONLY | O_NOFOLLOW);
    try {
      await fsync(fd);
      await writeReceipt(staging, id, { inode: fs.fstatSync(fd).ino, isCopy: true });
    } finally {
      fs.closeSync(fd);
    }
    const used = placeOrKeepBoth(goal.folder, hidden, goal);
    await goal.folder.sync();
    fs.rmSync(staging.at(note), { force: true });
    return used;
  } catch (error) {
    discard(staging, id, { folder: goal.folder, hidden });
    throw error;
  }
}

/** Removes what a killed agent left of its copies. */
export function removeCopies(staging: Folder, home: Home): void {
  for (const note of fs.readdirSync(staging.self).filter((name) => name.endsWith(NOTE))) {
    try {
      removeCopy(staging, note, home);
    } catch (error) {
      console.error('cannot remove an unfinished copy', errnoOf(error));
    }
  }
}

function removeCopy(staging: Folder, note: string, home: Home): void {
  const id = note.slice(0, -NOTE.length);
  const place = walkTo(namesIn(staging, note), home);
  if (!place) return fs.rmSync(staging.at(note), { force: true });
  try {
    discard(staging, id, place);
  } finally {
    place.folder.close();
  }
}

/** Undefined when the folder is gone, or the note is damaged. */
function walkTo(names: readonly string[], home: Home): { folder: Folder; hidden: string } | undefined {
  if (!isHidden(names.at(-1) ?? '')) return undefined;
  try {
    const { folder, name } = home.walk([...names]);
    if (name !== null) return { folder, hidden: name };
    folder.close();
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) throw error;
  }
  return undefined;
}

/**
 * A copy with a second name is in its place, so its receipt stays. Without one, its inode may be another file's soon.
 */
function discard(staging: Folder, id: string, { folder, hidden }: { folder: Folder; hidden: string }): void {
  const copy = folder.lstat(hidden);
  if (copy?.isFile() && copy.nlink === 1) fs.rmSync(staging.at(receiptOf(id)), { force: true });
  if (copy?.isFile()) fs.rmSync(folder.at(hidden), { force: true });
  fs.rmSync(staging.at(`${id}${NOTE}`), { force: true });
}

async function writeNote(staging: Folder, note: string, names: readonly string[]): Promise<void> {
  const fd = openRegular(staging.at(note), O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    fs.writeFileSync(fd, JSON.stringify(names));
    await fsync(fd);
  } finally {
    fs.closeSync(fd);
  }
  await staging.sync();
}

function namesIn(staging: Folder, note: string): readonly string[] {
  const fd = openRegular(staging.at(note), O_RDONLY | O_NOFOLLOW);
  try {
    if (fs.fstatSync(fd).size > MAX_NOTE_BYTES) return [];
    const names = JSON.parse(fs.readFileSync(fd, 'utf8')) as unknown;
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}
