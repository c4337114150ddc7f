import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { readAt } from './calls.js';

const REMEMBERED = 5_000;
const BLOCK = 1024 * 1024;
const known = new Map<string, string>();

/** A value that changes whenever the content of a file may have changed. */
export const stamp = (stats: BigIntStats) =>
  `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;

export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Caches a hash that was computed from the same bytes, e.g. while they were written. */
export function remember(stats: BigIntStats, hash: string): void {
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value as string);
  known.set(stamp(stats), hash);
}

/** sha256 of an open file in hex; the file is read again only when it has changed. */
export async function hashOf(fd: number, stats: BigIntStats): Promise<string> {
  const found = known.get(stamp(stats));
  if (found) return found;
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(BLOCK, Number(stats.size) + 1));
  for (let position = 0; ;) {
    const bytes = await readAt(fd, buffer, position);
    if (bytes === 0) break;
    hash.update(buffer.subarray(0, bytes));
    position += bytes;
  }
  const hex = hash.digest('hex');
  remember(stats, hex);
  return hex;
}
