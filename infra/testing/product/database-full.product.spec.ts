import { afterEach, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '@zo/testing';
import { lost, newSeen, stored, writeUntil } from './database-writers.js';
import { Person, type Product, startProduct } from './product.js';
import { mountSmall, type SmallVolume } from './small-volume.js';

const ROUNDS = 2;
const CLIENTS = 6;
const REFUSED = 300;
const MB = 1024 * 1024;
let data: string;
let volume: SmallVolume | undefined;
let product: Product | undefined;
let ada: Person;

afterEach(async () => {
  await product?.stop({ keep: true });
  volume?.remove();
  rmSync(data, { recursive: true, force: true });
  product = volume = undefined;
});

/** Puts the whole database on a small volume; returns the folder to fill. */
async function everythingSmall(): Promise<string> {
  const folder = join(data, 'postgres');
  volume = mountSmall(folder, { size: '400m' });
  product = await startProduct({ data });
  ada = await Person.claim(product);
  return folder;
}

/** Puts only the write-ahead log on a small volume: rows have space, but commits do not. */
async function logSmall(): Promise<string> {
  const folder = join(data, 'postgres/data/pg_wal');
  product = await startProduct({ data });
  const { port } = product;
  ada = await Person.claim(product);
  await product.stop({ keep: true });
  cpSync(folder, `${folder}.moved`, { recursive: true, preserveTimestamps: true });
  volume = mountSmall(folder, { size: '80m' });
  const [moved, { uid, gid }] = [`${folder}.moved`, statSync(join(folder, '../..'))];
  cpSync(moved, folder, { recursive: true });
  rmSync(moved, { recursive: true });
  for (const name of ['', ...readdirSync(folder, { recursive: true }).map(String)])
    chownSync(join(folder, name), uid, gid);
  chmodSync(folder, 0o700);
  product = await startProduct({ data, port });
  return folder;
}

/** Fills the folder with a file; returns its path for removal. */
function fill(folder: string): string {
  const file = join(folder, 'filler');
  const fd = openSync(file, 'w');
  for (const size of [MB, 4_096]) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size));
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(fd);
  return file;
}

/** Uses up the preallocated log by switching to the next log file until none is left. */
async function useUpLog(): Promise<void> {
  const client = new Client({ host: join(data, 'postgres/socket'), user: 'zo_admin', database: 'postgres' });
  client.on('error', () => undefined);
  await client
    .connect()
    .then(() => client.query('select pg_switch_wal()'))
    .catch(() => undefined);
  await client.end().catch(() => undefined);
}

describe('a database on a full disk', () => {
  it.each([
    ['anything', everythingSmall],
    ['its log', logSmall],
  ])(
    `D7 ${ROUNDS} times Postgres has no space for %s: only 503 with Retry-After, nothing acknowledged is lost, and ` +
      'it recovers when there is space again',
    async (what, prepare) => {
      data = mkdtempSync(join(tmpdir(), 'zo-full-'));
      const folder = await prepare();
      const seen = newSeen();
      const stop = new AbortController();
      const writers = Promise.all(
        Array.from({ length: CLIENTS }, (_, id) => writeUntil(stop.signal, { person: ada, id, seen })),
      );
      const normal: number[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const before = { ...seen };
        await eventually(() => seen.commits >= before.commits + 200);
        const filler = fill(folder);
        expect(statfsSync(folder).bavail).toBe(0);
        await eventually(async () => {
          await useUpLog();
          return seen.refused >= before.refused + REFUSED;
        });
        rmSync(filler);
        const freed = performance.now();
        const { commits } = seen;
        await eventually(() => seen.commits >= commits + 3 * CLIENTS);
        normal.push(performance.now() - freed);
      }
      stop.abort();
      await writers;
      const missing = lost(seen, await stored(ada));
      console.log(
        [
          `D7 no room for ${what}: ${seen.commits} commits, ${seen.refused} refused while full`,
          `normal again: slowest ${Math.round(Math.max(...normal))} ms`,
        ].join('; '),
      );
      expect(missing).toEqual([]);
      expect([...seen.odd]).toEqual([]);
    },
    400_000,
  );
});
