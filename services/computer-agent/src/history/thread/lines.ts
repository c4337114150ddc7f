/** How many lines two versions of a file differ in. */
import { isUtf8 } from 'node:buffer';
import { diffArrays } from 'diff';
import type { LineCounts, VersionPair } from '../messages.js';
import { hasVersion } from './queries.js';
import type { Store } from './store.js';

/** Longer texts are not compared, as in the browser. */
const MAX_BYTES = 1_000_000;
/** A save waits for no longer comparison; texts that differ too much have no counts. */
const MAX_PAIR_MS = 40;
const MAX_EDITS = 20_000;
const MAX_MS = 2_000;

/** Yields after each pair. Null: a version is not kept, no text, too long, or there was no time. */
export function* countLines(
  store: Store,
  { key, pairs }: { key: string; pairs: readonly VersionPair[] },
): Generator<void, (LineCounts | null)[]> {
  const counts: (LineCounts | null)[] = [];
  const end = performance.now() + MAX_MS;
  for (const { before, after } of pairs) {
    counts.push(performance.now() > end ? null : countPair(linesOf(store, key, before), linesOf(store, key, after)));
    yield;
  }
  return counts;
}

function linesOf(store: Store, key: string, seq: number): string[] | null {
  if (seq === 0) return [];
  const row = store.index.get<{ size: number }>('select size from version where seq = ?', seq);
  if (!row || row.size > MAX_BYTES || !hasVersion(store, key, seq)) return null;
  const bytes = store.read(seq)?.bytes;
  if (!bytes || bytes.includes(0) || !isUtf8(bytes)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The least number of lines that were added and removed. */
export function countPair(before: readonly string[] | null, after: readonly string[] | null): LineCounts | null {
  if (!before || !after) return null;
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let tail = 0;
  while (tail < shorter - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [old, now] = [before, after].map((lines) => lines.slice(same, lines.length - tail));
  if (old!.length === 0 || now!.length === 0) return { added: now!.length, removed: old!.length };
  const changes = diffArrays(old!, now!, { timeout: MAX_PAIR_MS, maxEditLength: MAX_EDITS });
  if (!changes) return null;
  const sum = (side: 'added' | 'removed') =>
    changes.reduce((lines, change) => lines + (change[side] ? change.value.length : 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}
