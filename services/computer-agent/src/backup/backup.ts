import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packFolders, unpackFolders } from '@zo/archive';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { FOLDERS } from '../home/layout.js';
import { INDEX_FOLDER } from '../search/index/place.js';
import { CACHE_FOLDER, THUMBS_FOLDER } from '../thumbs/cache.js';

/** Belongs to the file system of the volume. */
const LOST = 'lost+found';
const HISTORY = '.computer/history';
/**
 * Unfinished uploads, the index of files, which is made anew, and the index of the history: a backup has a copy of it
 * that is not being written.
 */
const LEFT_OUT = ['./.computer/uploads/*', `./${INDEX_FOLDER}`, `./${THUMBS_FOLDER}`, `./${HISTORY}/index.db*`];
const ENTRIES = 'zo-entries';
const UNREADABLE = 'zo-unreadable';
const SHA256 = 'zo-sha256';

/**
 * GET /backup: the home as one compressed tar. While no program runs it is the home at one moment; otherwise each file
 * is as it was when it was read. The trailers say what was sent: a response without them is incomplete.
 */
export async function sendBackup(home: Home, response: ServerResponse): Promise<void> {
  // Leaves out the home folder itself: its owner and mode belong to the volume it is on.
  const names = fs
    .readdirSync(home.folder.self)
    .filter((name) => name !== LOST)
    .map((name) => `./${name}`);
  const { content, result } = packFolders(home.path, names, { except: LEFT_OUT });
  const { through, sha256 } = hashing();
  response.writeHead(200, { 'content-type': 'application/zstd', trailer: [ENTRIES, UNREADABLE, SHA256].join(', ') });
  try {
    const [{ entries, unreadable }] = await Promise.all([result, pipeline(content, through, response, { end: false })]);
    response.addTrailers({ [ENTRIES]: String(entries), [UNREADABLE]: String(unreadable), [SHA256]: sha256() });
    response.end();
  } catch (error) {
    console.error('a backup broke off', error);
    response.destroy();
  }
}

/** PUT /restore: fills an empty home. If that breaks off, the caller throws the volume away. */
export async function receiveBackup(
  home: Home,
  request: IncomingMessage,
): Promise<{ entries: number; sha256: string }> {
  if (!isNew(home.folder)) throw agentError(ErrorReason.HOME_NOT_EMPTY, 'There are files in this home already.');
  const { through, sha256 } = hashing();
  fs.rmSync(`${home.path}/${HISTORY}`, { recursive: true, force: true });
  const [entries] = await Promise.all([unpackFolders(home.path, through), pipeline(request, through)]);
  await home.folder.sync();
  return { entries, sha256: sha256() };
}

/** Whether it contains only the folders that every home gets. */
function isNew(folder: Folder, above = ''): boolean {
  return fs.readdirSync(folder.self).every((name) => {
    const path = above + name;
    if (path === LOST || path === HISTORY || path === INDEX_FOLDER || path === CACHE_FOLDER) return true;
    if (!FOLDERS.includes(path) || !folder.lstat(name)?.isDirectory()) return false;
    const child = folder.open(name);
    try {
      return isNew(child, `${path}/`);
    } finally {
      child.close();
    }
  });
}

function hashing(): { through: Transform; sha256: () => string } {
  const digest = createHash('sha256');
  const transform = (block: Buffer, _encoding: string, done: (error: null, block: Buffer) => void) => {
    digest.update(block);
    done(null, block);
  };
  return { through: new Transform({ transform }), sha256: () => digest.digest('hex') };
}
