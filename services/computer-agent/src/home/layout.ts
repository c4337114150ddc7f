import fs from 'node:fs';
import { errnoOf } from '../errors.js';
import type { Folder } from './folder.js';

export const FOLDERS: readonly string[] = [
  'workspace',
  'workspace/Articles',
  'workspace/Trash',
  'sites',
  '.computer',
  '.computer/uploads',
];

/** Makes the folders every computer has. What stands there already stays untouched, and no link is followed. */
export function prepareHome(home: Folder): void {
  for (const folder of FOLDERS) {
    try {
      make(home, folder.split('/'), folder.startsWith('.') ? 0o700 : 0o755);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') console.error(`could not make ${folder}`, errnoOf(error));
    }
  }
}

/** Makes them again when one is gone on the way to `names`, after `rm -rf ~/workspace` for example. */
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

/** Whether nothing has this name. Where the way to it is no folder, making it would not help. */
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
