import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { RemoveResponseSchema, type RemoveRequest, type RemoveResponse } from '@zo/proto/agent/v1';
import { authorOf } from '../history/author.js';
import type { History } from '../history/history.js';
import { isInTrash } from '../history/keys.js';
import { errnoOf, invalid, notFound } from '../errors.js';
import type { Folder, Name } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { yieldToEventLoop, readdirWhole } from './calls.js';
import { hiddenName } from './place.js';
import type { WriteOptions } from './write.js';

const PER_TURN = 200;

/**
 * Removes a file or a folder with its content. Of a link only the link itself is removed. The history keeps what was
 * removed, except from the trash.
 */
export async function remove(
  { home, history }: { home: Home; history: History },
  { path, cause }: Pick<RemoveRequest, 'path' | 'cause'>,
  { isOneOfMany = false }: Pick<WriteOptions, 'isOneOfMany'> = {},
): Promise<RemoveResponse> {
  return home.within(path, {}, async ({ folder, name }) => {
    if (name === null || path?.segments.length === 0) throw invalid('The root itself cannot be removed.');
    const stats = folder.lstat(name);
    if (!stats) throw notFound(showPath(path));
    const key = history.keyIn(folder, name);
    const isFinal = key !== null && isInTrash(key);
    const record = () => {
      if (isFinal) history.forgotten(key);
      else if (key !== null) history.removed(key, authorOf(cause));
    };
    if (!isFinal && !isOneOfMany) await history.keep(folder, name);
    let doomed = name;
    if (stats.isDirectory()) doomed = hide(folder, name);
    if (doomed !== name) record();
    const removed = await removeTree(folder, doomed);
    if (doomed === name) record();
    if (!isOneOfMany) await folder.sync();
    return create(RemoveResponseSchema, { removed: BigInt(removed) });
  });
}

/**
 * Renames a folder to a hidden name at once, because removing its content may take a while. On a full disk the name
 * stays.
 */
function hide(folder: Folder, name: string): string {
  const hidden = hiddenName();
  try {
    fs.renameSync(folder.at(name), folder.at(hidden));
    return hidden;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') throw error;
    return name;
  }
}

/** Removes a tree, descending by directory handle only. @returns the number of removed entries */
export async function removeTree(folder: Folder, name: Name): Promise<number> {
  const child = openFolder(folder, name);
  if (child === 'gone') return 0;
  if (child === 'leaf') return unlink(folder, name);
  let removed = 0;
  try {
    const names = await readdirWhole(child.self);
    for (const [index, entry] of names.entries()) {
      removed += await removeTree(child, entry);
      if (index % PER_TURN === PER_TURN - 1) await yieldToEventLoop();
    }
  } finally {
    child.close();
  }
  fs.rmdirSync(folder.at(name));
  return removed + 1;
}

function openFolder(folder: Folder, name: Name): Folder | 'leaf' | 'gone' {
  try {
    return folder.open(name);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return 'gone';
    if (errno === 'ENOTDIR' || errno === 'ELOOP') return 'leaf';
    throw error;
  }
}

function unlink(folder: Folder, name: Name): number {
  try {
    fs.unlinkSync(folder.at(name));
    return 1;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 0;
    throw error;
  }
}
