/** Gives folders back, or takes them away, as the history remembers them. */
import fs from 'node:fs';
import { errnoOf } from '../../errors.js';
import type { Computer } from '../../server/computer.js';
import { PERMISSIONS } from '../entry.js';
import { pathOf } from '../keys.js';
import type { Author } from '../messages.js';

type Change = readonly [key: string, author: Author];

/** Permissions without which a folder cannot be filled. */
const FILLABLE = 0o700;

/** Removes an empty folder. @returns false when it stays, for example because it contains something */
export async function removeFolder({ home, history }: Computer, [key, author]: Change): Promise<boolean> {
  try {
    await home.within(pathOf(key), {}, ({ folder, name }) => fs.rmdirSync(folder.at(name!)));
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
  history.removed(key, author);
  return true;
}

/** Makes a folder, or makes the one that is there fillable. @throws ENOTDIR when it is no folder */
export async function makeFolder({ home, history }: Computer, [key, author]: Change): Promise<void> {
  await home.within(pathOf(key), { createParents: true }, async ({ folder, name }) => {
    try {
      fs.mkdirSync(folder.at(name!), FILLABLE);
      await folder.sync();
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  });
  await setMode({ home }, [key, (now) => now | FILLABLE]);
  history.added(key, author);
}

/** Makes the names in a folder durable, if it is still there. */
export async function syncFolder({ home }: Pick<Computer, 'home'>, key: string): Promise<void> {
  try {
    await home.inside(pathOf(key), (folder) => folder.sync());
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
  }
}

/** Gives a folder its permissions back. */
export const giveMode = (computer: Computer, [key, mode]: readonly [string, number]): Promise<void> =>
  setMode(computer, [key, () => mode & PERMISSIONS]);

async function setMode(
  { home }: Pick<Computer, 'home'>,
  [key, modeOf]: readonly [string, (now: number) => number],
): Promise<void> {
  await home.within(pathOf(key), {}, ({ folder, name }) => {
    const child = folder.open(name!);
    try {
      const now = child.stat().mode & PERMISSIONS;
      const mode = modeOf(now);
      if (mode !== now) fs.chmodSync(child.self, mode);
    } finally {
      child.close();
    }
  });
}
