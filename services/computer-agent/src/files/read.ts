import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  FileVersionSchema,
  ReadResponseSchema,
  StatResponseSchema,
  type FileVersion,
  type Path,
  type ReadResponse,
  type StatResponse,
} from '@zo/proto/agent/v1';
import { isFolder, notFound, notRegular, agentError } from '../errors.js';
import type { Home, EntryLocation } from '../home/home.js';
import { namesBelowHome, showPath } from '../home/names.js';
import { readAt } from './calls.js';
import { resolveLink, toEntry } from './entries.js';
import { remember, sha256 } from './hash.js';

const MAX_READ = 64 * 1024 * 1024;

const SECOND = 1_000_000_000n;

/** Converts nanoseconds to the exact number that `Stats.mtimeMs` would be, so that both can be compared. */
const toMs = (ns: bigint) => Number(ns / SECOND) * 1000 + Number(ns % SECOND) / 1e6;

export function versionOf(stats: fs.BigIntStats, hash: string): FileVersion {
  return create(FileVersionSchema, { hash, size: stats.size, mtimeMs: toMs(stats.mtimeNs) });
}

/** Opens the regular file at a place. @throws NOT_FOUND, IS_FOLDER, NOT_REGULAR_FILE */
export function openRegular(place: EntryLocation, shown: string): { fd: number; stats: fs.BigIntStats } {
  if (place.name === null) throw isFolder(shown);
  const seen = place.folder.lstat(place.name);
  if (!seen) throw notFound(shown);
  if (seen.isDirectory()) throw isFolder(shown);
  if (!seen.isFile()) throw notRegular(shown);
  return place.folder.openFile(place.name);
}

export async function stat(home: Home, path: Path | undefined): Promise<StatResponse> {
  const below = namesBelowHome(path);
  return home.within(path, {}, ({ folder, name }) => {
    if (name === null) return create(StatResponseSchema, { entry: toEntry('', folder.stat()) });
    const entry = resolveLink(home, below.slice(0, -1), { folder, name });
    if (!entry) throw notFound(showPath(path));
    return create(StatResponseSchema, { entry });
  });
}

/** Reads a whole file of at most `maxBytes`, with its hash. @throws TOO_LARGE when it is larger */
export async function read(home: Home, path: Path | undefined, maxBytes: number): Promise<ReadResponse> {
  const shown = showPath(path);
  return home.within(path, { follow: true }, async (place) => {
    const { fd, stats } = openRegular(place, shown);
    try {
      const limit = Math.min(maxBytes || MAX_READ, MAX_READ);
      if (stats.size > BigInt(limit)) throw tooLarge(stats.size, limit);
      const content = await readWhole(fd, Number(stats.size), limit);
      const after = fs.fstatSync(fd, { bigint: true });
      const hash = sha256(content);
      if (after.mtimeNs === stats.mtimeNs && after.size === BigInt(content.length)) remember(after, hash);
      const version = versionOf(after, hash);
      version.size = BigInt(content.length);
      return create(ReadResponseSchema, { content, version, birthtimeMs: toMs(stats.birthtimeNs) });
    } finally {
      fs.closeSync(fd);
    }
  });
}

const tooLarge = (size: bigint, limit: number) =>
  agentError(ErrorReason.TOO_LARGE, `The file has ${size} bytes, more than ${limit}.`, { size, limit: BigInt(limit) });

/** Reads to the end, even if the file grows or shrinks meanwhile, but never beyond the limit. */
async function readWhole(fd: number, expected: number, limit: number): Promise<Uint8Array> {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const bytes = await readAt(fd, buffer.subarray(length), length);
    length += bytes;
    if (bytes === 0) return buffer.subarray(0, length);
    if (length > limit) throw tooLarge(BigInt(length), limit);
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.max(65_536, length))]);
  }
}
