import { expect, it } from '@jest/globals';
import { cacheConformance } from './cache.conformance.js';
import { MemoryCache } from './memory.adapter.js';

cacheConformance('memory', async () => {
  let now = 1_000_000;
  const cache = new MemoryCache(() => now);
  const advance = async (ms: number) => void (now += ms);
  // One process has one map, so both clients are the same.
  return { cache, elsewhere: cache, advance, close: () => cache.close() };
});

it('S12 later writes sweep expired entries', async () => {
  let now = 0;
  const cache = new MemoryCache(() => now);
  for (let n = 0; n < 5_000; n++) await cache.set(`short:${n}`, 'x', { ttlMs: 10 });
  now = 11;
  for (let n = 0; n < 1_000; n++) await cache.set('one', 'x', { ttlMs: 10 });
  expect((cache as unknown as { slots: Map<string, unknown> }).slots.size).toBe(1);
});
