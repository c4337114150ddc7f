import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { lost, newSeen, stored, writeUntil } from './database-writers.js';
import { Person, type Product, startProduct } from './product.js';

const KILLS = 10;
const COMMITS = 10_000;
/** Required are 5 s; a busy machine gets five times that. The measured times are printed. */
const MAX_NORMAL_MS = 25_000;
const CLIENTS = 12;
let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
});
afterAll(() => product.stop());

const postmaster = () =>
  Number(readFileSync(join(product.data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

describe('a killed database', () => {
  it(`D3 ${KILLS} kills of Postgres in ${COMMITS} commits: nothing acknowledged is lost, only 503 with Retry-After meanwhile, normal again each time`, async () => {
    const seen = newSeen();
    const stop = new AbortController();
    const writers = Promise.all(
      Array.from({ length: CLIENTS }, (_, id) => writeUntil(stop.signal, { person: ada, id, seen })),
    );
    const normal: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      await eventually(() => seen.commits >= (COMMITS * kill) / (KILLS + 1));
      const before = seen.commits;
      const killed = performance.now();
      process.kill(postmaster(), 'SIGKILL');
      await eventually(() => seen.refused > 0 && seen.commits > before + 3 * CLIENTS);
      normal.push(performance.now() - killed);
    }
    await eventually(() => seen.commits >= COMMITS);
    stop.abort();
    await writers;
    const missing = lost(seen, await stored(ada));
    console.log(
      `D3: ${KILLS} kills, ${seen.commits} commits, ${seen.refused} refused; normal again: slowest ` +
        `${Math.round(Math.max(...normal))} ms`,
    );
    expect(missing).toEqual([]);
    expect([...seen.odd]).toEqual([]);
    expect(Math.max(...normal)).toBeLessThan(MAX_NORMAL_MS);
  });
});
