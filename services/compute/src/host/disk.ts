/** Disk usage of a home as seen from outside, and what is free on the volume of all homes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const COUNT_MS = 60_000;
export const RESERVE_BYTES = 2 * 1024 ** 3;
const RESERVE_SHARE = 0.05;
/** As many files per home as a file system of that size would have inodes. */
const BYTES_PER_FILE = 16 * 1024;
const MIN_FILES = 10_000;

const MAX_INDEX_BYTES = 256 * 1024 ** 2;
const MIN_INDEX_BYTES = 8 * 1024 ** 2;
const INDEX_SHARE = 0.05;

export interface Amount {
  readonly bytes: number;
  readonly files: number;
}

export const filesFor = (bytes: number): number => Math.max(MIN_FILES, Math.floor(bytes / BYTES_PER_FILE));

/** Bytes that the index of a home may take beside the limit of its disk, so that searching takes nothing from users. */
export const indexRoomFor = (diskBytes: number): number =>
  Math.min(MAX_INDEX_BYTES, Math.max(MIN_INDEX_BYTES, Math.floor(diskBytes * INDEX_SHARE)));

/** Bytes and inodes of everything below a folder; links and other volumes are not followed. */
export async function diskUsage(folder: string): Promise<Amount> {
  const [bytes, files] = await Promise.all([du('-B1', folder), du('--inodes', folder)]);
  return { bytes, files };
}

async function du(unit: string, folder: string): Promise<number> {
  const args = ['-n', '19', 'du', '-s', '-x', unit, '--', folder];
  // du complains about each folder that it may not read, without end in some homes, and prints the sum all the same.
  const counting = spawn('nice', args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: COUNT_MS });
  const [stdout] = await Promise.all([text(counting.stdout), once(counting, 'close')]);
  const sum = Number(/^\d+/.exec(stdout)?.[0] ?? NaN);
  if (Number.isNaN(sum)) throw new Error(`what is in ${folder} could not be counted`);
  return sum;
}

export interface Volume {
  readonly free: number;
  readonly freeFiles: number;
  /** Bytes that homes leave free for the database on the same volume. */
  readonly reserve: number;
}

export async function volumeOf(folder: string): Promise<Volume> {
  const { bavail, bsize, blocks, ffree } = await statfs(folder);
  return { free: bavail * bsize, freeFiles: ffree, reserve: Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_SHARE) };
}
