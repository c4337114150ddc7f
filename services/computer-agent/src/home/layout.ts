import fs from 'node:fs';
import { errnoOf } from '../errors.js';
import { type Folder, WORKSPACE } from './folder.js';

export const FOLDERS: readonly string[] = [
  'workspace',
  'workspace/Articles',
  'workspace/Trash',
  'sites',
  '.computer',
  '.computer/uploads',
];

/** Creates the folders that every computer has. Existing entries stay untouched, and no link is followed. */
export function prepareHome(home: Folder): void {
  for (const folder of FOLDERS) {
    // A workspace elsewhere is somebody's own folder: nothing is made in it unasked.
    if (home.workspace && folder.startsWith(WORKSPACE)) continue;
    try {
      make(home, folder.split('/'), folder.startsWith('.') ? 0o700 : 0o755);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') console.error(`could not make ${folder}`, errnoOf(error));
    }
  }
}

/** Creates them again when one on the way to `names` is missing, after `rm -rf ~/workspace` for example. */
export function restoreHome(home: Folder, names: readonly string[]): void {
  const isGone = [1, 2].some((depth) => {
    const path = names.slice(0, depth);
    return path.length === depth && FOLDERS.includes(path.join('/')) && isMissing(home, path);
  });
  if (isGone) prepareHome(home);
}

function make(folder: Folder, [name = '', ...below]: string[], mode: number): void {
  if (below.length > 0) return inside(folder, name, (child) => make(child, below, mode));
  fs.mkdirSync(folder.at(name), { mode });
}

/** Whether this path does not exist. If its parent is not a folder, the answer is no: creating it would not help. */
function isMissing(folder: Folder, [name = '', ...below]: string[]): boolean {
  if (below.length === 0) return folder.lstat(name) === undefined;
  try {
    return inside(folder, name, (child) => isMissing(child, below));
  } catch {
    return false;
  }
}

function inside<T>(folder: Folder, name: string, use: (child: Folder) => T): T {
  const child = folder.open(name);
  try {
    return use(child);
  } finally {
    child.close();
  }
}
