import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  WriteResponseSchema,
  type Base,
  type FileVersion,
  type WriteRequest,
  type WriteResponse,
} from '@zo/proto/agent/v1';
import { isOfProgram, runsLater } from '@zo/proto/run-later';
import { authorOf } from '../history/author.js';
import type { History } from '../history/history.js';
import { errnoOf, invalid, isFolder, notRegular, agentError } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { FOLDER_OF_ROOT, namesBelowHome, showPath } from '../home/names.js';
import { fsync } from './calls.js';
import { writeAll } from '@zo/streams';
import { hashOf, remember, sha256, stamp } from './hash.js';
import { hiddenName, placeExclusive } from './place.js';
import { serialised } from './queue.js';
import { versionOf } from './read.js';

/** A STALE_BASE error names the hash of files up to this size: reading more would take too long. */
const MAX_HASHED = 64n * 1024n * 1024n;
export const DEFAULT_MODE = 0o644;

/** The entry at the target now, as far as the decision about replacing it needs. */
interface Standing {
  stats: fs.BigIntStats;
  hash: string;
}

async function currentEntry(folder: Folder, name: string, needHash: boolean): Promise<Standing | null> {
  const seen = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (!seen) return null;
  if (seen.isDirectory()) throw isFolder(name);
  if (!seen.isFile()) throw notRegular(name);
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

/** Writes the bytes to a hidden file beside the target, synced, with the given mode. */
/** Writes a hidden file, which is durable and waits for its name. */
export async function prepare(
  folder: Folder,
  content: Uint8Array,
  mode: number,
): Promise<{ hidden: string; ino: bigint }> {
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

/** Replaces the target if it is still what was checked. @returns false when it has changed */
function replace(folder: Folder, { hidden, name }: { hidden: string; name: string }, now: Standing | null): boolean {
  if (now === null) {
    try {
      placeExclusive({ folder, name: hidden }, { folder, name });
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
 * Writes a whole file: temporary file in the same folder → fsync → check of the base → old bytes kept in the history →
 * rename → fsync of the folder.
 * @throws STALE_BASE with the current version when the base no longer matches
 */
export async function write(
  { home, history }: { home: Home; history: History },
  request: WriteRequest,
  writing: WriteOptions = {},
): Promise<WriteResponse> {
  const base = request.base?.base;
  if (!base?.case) throw invalid('A write must name what it replaces.');
  if (base.case !== 'hash' && !base.value) throw invalid('A write must name what it replaces.');
  const options = { follow: true, createParents: request.createParents };
  return home.within(request.path, options, async ({ folder, name, names }) => {
    if (name === null) throw isFolder(showPath(request.path));
    if (request.confined) checkConfined([...names, name], request);
    const where = folder.stat();
    return serialised(`${where.dev}:${where.ino}:${name}`, () =>
      writeInTurn(request, { folder, name, base, history, ...writing }),
    );
  });
}

/** @throws RUNS_LATER if the file, after links, lies elsewhere in the home, runs by itself or is of a program */
function checkConfined(names: string[], { mayRunLater, programs }: WriteRequest): void {
  const [root = '', ...path] = names;
  if (!Object.values(FOLDER_OF_ROOT).includes(root))
    throw agentError(ErrorReason.RUNS_LATER, 'This leads out of the workspace. Name the file itself.');
  const isOfOne = programs
    .map(namesBelowHome)
    .some(([programRoot, ...program]) => programRoot === root && isOfProgram(program, path));
  if (!mayRunLater && (isOfOne || runsLater(path)?.how === 'by-itself'))
    throw agentError(ErrorReason.RUNS_LATER, 'A link leads this to a file that runs by itself. Name the file itself.');
}

export interface WriteOptions {
  /** Permissions; by default those of the file it replaces. */
  mode?: number | undefined;
  /** One of many: the caller makes the names in the folder durable, and knows that the history has what is replaced. */
  isOneOfMany?: boolean;
}

interface WriteTarget extends WriteOptions {
  folder: Folder;
  name: string;
  base: Base['base'];
  history: History;
}

async function writeInTurn(request: WriteRequest, target: WriteTarget): Promise<WriteResponse> {
  const { folder, name, base, history } = target;
  const before = await currentEntry(folder, name, base.case === 'hash');
  if (!allowed(base, before)) throw await stale(folder, name);
  const mode = target.mode ?? (before ? Number(before.stats.mode) & 0o7777 : DEFAULT_MODE);
  const { hidden, ino } = await prepare(folder, request.content, mode);
  try {
    // The file may have changed while the bytes were written: check again, and rename in the same turn of the event
    // loop.
    for (let tries = 0; ; tries++) {
      const now = await currentEntry(folder, name, base.case === 'hash');
      if (!allowed(base, now)) throw await stale(folder, name);
      if (now && !target.isOneOfMany) await history.keep(folder, name);
      if (replace(folder, { hidden, name }, now)) break;
      if (tries > 100) throw agentError(ErrorReason.IN_USE, 'The file keeps changing.');
    }
  } catch (error) {
    discard(folder, hidden);
    throw error;
  }
  history.wrote(folder, name, { content: request.content, author: authorOf(request.cause) });
  const stats = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }) ?? before?.stats;
  if (!target.isOneOfMany) await folder.sync();
  const hash = sha256(request.content);
  if (stats?.ino === ino && stats.size === BigInt(request.content.length)) remember(stats, hash);
  const version = stats ? versionOf(stats, hash) : undefined;
  if (version) version.size = BigInt(request.content.length);
  return create(WriteResponseSchema, { ...(version && { version }), created: before === null });
}

/** The error with the current version; the caller reads the content itself. */
async function stale(folder: Folder, name: string) {
  const current = await versionNow(folder, name);
  return agentError(ErrorReason.STALE_BASE, 'The file changed meanwhile.', { current });
}

async function versionNow(folder: Folder, name: string): Promise<FileVersion | undefined> {
  const seen = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (!seen) return undefined;
  const now = await currentEntry(folder, name, seen.size <= MAX_HASHED);
  return now ? versionOf(now.stats, now.hash) : undefined;
}
