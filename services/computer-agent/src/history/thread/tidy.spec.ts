import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Store } from './store.js';
import { tidy } from './tidy.js';

const DAY = 86_400_000;
const AUTHOR = { actor: 1, conversationId: '' };
const PACK_BYTES = 20_000;

let folder: string;
let store: Store;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'zo-history-'));
  store = Store.open(folder, 200_000, PACK_BYTES);
});
afterEach(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

function save(key: string, bytes = randomBytes(2_000)): Buffer {
  const content = { bytes, size: bytes.length, mode: 0o644, mtimeMs: 0, stamp: `${Math.random()}` };
  store.commit(() => store.wrote(key, content, AUTHOR));
  return bytes;
}
const run = (steps: Generator<void>) => Array.from(steps).length;
const last = (key: string) => Buffer.from(store.read(store.live(key)!.seq)!.bytes);

describe('tidying up', () => {
  it('rewrites packs that are mostly empty, and keeps every newest version', () => {
    const newest = new Map<string, Buffer>();
    for (let n = 0; n < 60; n++) newest.set(`workspace/f${n % 5}`, save(`workspace/f${n % 5}`));
    const before = store.usage().usedBytes;
    run(tidy(store, { now: Date.now() + 200 * DAY }));
    expect(store.usage().usedBytes).toBeLessThan(before / 2);
    for (const [key, bytes] of newest) expect(last(key).equals(bytes)).toBe(true);
    store.close();
    store = Store.open(folder, 200_000, PACK_BYTES);
    for (const [key, bytes] of newest) expect(last(key).equals(bytes)).toBe(true);
  });

  it('over the limit lets the oldest go first, and never the newest of a path', () => {
    const keys = Array.from({ length: 10 }, (_none, n) => `workspace/f${n}`);
    for (let round = 0; round < 10; round++) for (const key of keys) save(key);
    run(tidy(store));
    const { usedBytes, limitBytes } = store.usage();
    expect(usedBytes).toBeLessThan(limitBytes);
    for (const key of keys) expect(last(key)).toHaveLength(2_000);
    save('workspace/f0', Buffer.from('room again'));
    expect(last('workspace/f0').toString()).toBe('room again');
  });

  it('stopped at any step loses nothing', () => {
    const bytes = new Map<string, Buffer>();
    for (let n = 0; n < 60; n++) bytes.set(`workspace/f${n % 5}`, save(`workspace/f${n % 5}`));
    for (let steps = 1; steps < 8; steps++) {
      const work = tidy(store, { now: Date.now() + 200 * DAY });
      for (let step = 0; step < steps; step++) work.next();
      store.close();
      store = Store.open(folder, 200_000, PACK_BYTES);
      for (const [key, expected] of bytes) expect(last(key).equals(expected)).toBe(true);
    }
  });
});
