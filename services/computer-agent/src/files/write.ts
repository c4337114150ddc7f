import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  WriteConflictSchema,
  WriteResponseSchema,
  type Base,
  type WriteRequest,
  type WriteResponse,
} from '@zo/proto/agent/v1';
import { errnoOf, invalid, unfit } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { fsync, writeAll } from './calls.js';
import { hashOf, remember, sha256, stamp } from './hash.js';
import { hiddenName, placeExclusive } from './place.js';
import { inTurn } from './queue.js';
import { read, versionOf } from './read.js';

const MAX_CONFLICT_CONTENT = 8 * 1024 * 1024;
const DEFAULT_MODE = 0o644;

/** What stands at the target now, as far as a decision about replacing it needs. */
interface Standing {
  stats: fs.BigIntStats;
  hash: string;
}

async function standing(folder: Folder, name: string, needHash: boolean): Promise<Standing | null> {
  const seen = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (!seen) return null;
  if (seen.isDirectory()) throw unfit(`"${name}" is a folder.`);
  if (!seen.isFile()) throw unfit(`"${name}" is not a regular file.`);
  if (!needHash) return { stats: seen, hash: '' };
  const { fd, stats } = folder.openFile(name);
  try {
    return { stats, hash: await hashOf(fd, stats) };
  } finally {
    fs.closeSync(fd);
  }
}

function allowed(base: Base['base'], now: Standing | null): boolean {
  if (base.case === 'any') return true;
  if (base.case === 'absent') return now === null;
  return now !== null && now.hash === base.value;
}

/** Writes the bytes under a hidden name beside the target, synced, with the mode the target has. */
async function prepare(folder: Folder, content: Uint8Array, mode: number): Promise<{ hidden: string; ino: bigint }> {
  const hidden = hiddenName();
  const fd = fs.openSync(folder.at(hidden), 'wx', DEFAULT_MODE);
  try {
    await writeAll(fd, content, 0);
    if (mode !== DEFAULT_MODE) fs.fchmodSync(fd, mode);
    await fsync(fd);
    return { hidden, ino: fs.fstatSync(fd, { bigint: true }).ino };
  } catch (error) {
    discard(folder, hidden);
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}

function discard(folder: Folder, hidden: string): void {
  try {
    fs.unlinkSync(folder.at(hidden));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') console.error('could not remove a hidden file', error);
  }
}

/** Replaces the target at once when it is still what was checked. @returns false when it changed meanwhile */
function replace(folder: Folder, hidden: string, name: string, now: Standing | null): boolean {
  if (now === null) {
    try {
      placeExclusive(folder, hidden, folder, name);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      throw error;
    }
  }
  const seen = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (seen && stamp(seen) !== stamp(now.stats)) return false;
  fs.renameSync(folder.at(hidden), folder.at(name));
  return true;
}

/**
 * Writes a whole file: temp in the same folder → fsync → check of the base → rename → fsync of the folder.
 * @throws FAILED_PRECONDITION with a WriteConflict when the base no longer matches
 */
export async function write(home: Home, request: WriteRequest): Promise<WriteResponse> {
  const base = request.base?.base;
  if (!base?.case) throw invalid('A write must name what it replaces.');
  if (base.case !== 'hash' && !base.value) throw invalid('A write must name what it replaces.');
  const options = { follow: true, createParents: request.createParents };
  return home.within(request.path, options, async ({ folder, name }) => {
    if (name === null) throw unfit(`"${showPath(request.path)}" is a folder.`);
    const where = folder.stat();
    return inTurn(`${where.dev}:${where.ino}:${name}`, () => writeInTurn(home, request, { folder, name, base }));
  });
}

interface Goal {
  folder: Folder;
  name: string;
  base: Base['base'];
}

async function writeInTurn(home: Home, request: WriteRequest, { folder, name, base }: Goal): Promise<WriteResponse> {
  const before = await standing(folder, name, base.case === 'hash');
  if (!allowed(base, before)) throw await conflict(home, request);
  const mode = before ? Number(before.stats.mode) & 0o7777 : DEFAULT_MODE;
  const { hidden, ino } = await prepare(folder, request.content, mode);
  try {
    // The disk may have changed while the bytes were written: look again, and act in the same turn of the loop.
    for (let tries = 0; ; tries++) {
      const now = await standing(folder, name, base.case === 'hash');
      if (!allowed(base, now)) throw await conflict(home, request);
      if (replace(folder, hidden, name, now)) break;
      if (tries > 100) throw unfit('The file keeps changing.');
    }
  } catch (error) {
    discard(folder, hidden);
    throw error;
  }
  const stats = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }) ?? before?.stats;
  await folder.sync();
  const hash = sha256(request.content);
  if (stats?.ino === ino && stats.size === BigInt(request.content.length)) remember(stats, hash);
  const version = stats ? versionOf(stats, hash) : undefined;
  if (version) version.size = BigInt(request.content.length);
  return create(WriteResponseSchema, { ...(version && { version }), created: before === null });
}

async function conflict(home: Home, request: WriteRequest): Promise<ConnectError> {
  const detail = await current(home, request);
  return new ConnectError('The file changed meanwhile.', Code.FailedPrecondition, undefined, [
    { desc: WriteConflictSchema, value: detail },
  ]);
}

async function current(
  home: Home,
  request: WriteRequest,
): Promise<{ exists: boolean; version?: WriteResponse['version']; content?: Uint8Array }> {
  try {
    const { content, version } = await read(home, request.path, MAX_CONFLICT_CONTENT);
    return { exists: true, content, ...(version && { version }) };
  } catch (error) {
    const code = error instanceof ConnectError ? error.code : undefined;
    if (code === Code.NotFound || errnoOf(error) === 'ENOENT') return { exists: false };
    if (code === Code.OutOfRange) return { exists: true };
    throw error;
  }
}
