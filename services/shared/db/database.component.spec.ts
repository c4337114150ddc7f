/** What a transaction keeps, and what it says when it keeps nothing. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { systemCtx } from '@zo/auth';
import { type TestDatabase, testDatabase } from '@zo/testing/database';
import { eventually } from '@zo/testing';
import { SilentLine } from '@zo/testing/silent-line';
import { adminUrlOptions, atCommit, Database, rowsOf } from './index.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = new Database({ service: 'files', url: test.serviceUrl, entities: [], migrations: [] });
  await database.open();
  await database.dataSource.query('create table words (word text primary key)');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const ctx = systemCtx(crypto.randomUUID());
const INSERT = 'insert into words (word) values ($1)';
const words = async () =>
  (await rowsOf<{ word: string }>(database.dataSource, 'select word from words order by word')).map(({ word }) => word);

it('D3 a statement that travels with the commit is kept with what was written before it', async () => {
  const value = await database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['first']);
    atCommit(inside, INSERT, ['last']);
    return 'done';
  });
  expect([value, await words()]).toEqual(['done', ['first', 'last']]);
});

it('D3 when it fails, its fault is the transaction’s, and nothing is kept', async () => {
  const failing = database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['second']);
    atCommit(inside, INSERT, ['first']);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'words_pkey' });
  expect(await words()).toEqual(['first', 'last']);
});

it('D3 a fault swallowed on the way is not taken for a commit', async () => {
  const swallowing = database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['third']);
    await rowsOf(inside.tx, INSERT, ['first']).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('nothing of its transaction was kept');
  expect(await words()).toEqual(['first', 'last']);
});

it('D3 the connection of a failed transaction is whole for the next', async () => {
  for (let n = 0; n < 20; n++)
    await expect(database.tx(ctx, async (inside) => atCommit(inside, INSERT, ['first']))).rejects.toMatchObject({
      code: '23505',
    });
  await database.tx(ctx, async (inside) => atCommit(inside, INSERT, ['after']));
  expect(await words()).toEqual(['after', 'first', 'last']);
});

it('D3 outside a transaction there is no commit to travel with', () => {
  expect(() => atCommit(ctx, INSERT, ['nowhere'])).toThrow('outside Database.tx');
});

it('D3 connections cut at any moment fail what was under way, and nothing else', async () => {
  const admin = new Client(adminUrlOptions(test.adminUrl));
  await admin.connect();
  for (let round = 0; round < 30; round++) {
    const work = Array.from({ length: 12 }, () => database.tx(ctx, ({ tx }) => rowsOf(tx, 'select word from words')));
    const ended = Promise.allSettled(work);
    for (let cut = 0; cut < 4; cut++)
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'zo_files' and datname = current_database()`,
      );
    await ended;
  }
  await admin.end();
  expect(await words()).toContain('first');
});

/** A place for another socket of the same database, and its address there. */
function beside(): { socket: string; own: string; url: string; folder: string } {
  const url = new URL(test.serviceUrl.replace('{service}', 'zo_files'));
  const name = `.s.PGSQL.${url.port || 5432}`;
  const own = join(url.searchParams.get('host')!, name);
  const folder = mkdtempSync(join(tmpdir(), 'zo-relay-'));
  url.searchParams.set('host', folder);
  return { socket: join(folder, name), own, url: url.href, folder };
}

it('D15 a database whose machine is gone without a word is given up, and found again by other connections', async () => {
  const { socket, own, url, folder } = beside();
  const line = await SilentLine.open({ path: socket }, { path: own });
  const relayed = new Database({ service: 'files', url, entities: [], migrations: [], answerMs: 500 });
  await relayed.open();
  // Waits for its end, so that its connection is free for who comes next.
  expect(await relayed.tx(ctx, ({ tx }) => rowsOf(tx, 'select 1 as one'))).toEqual([{ one: 1 }]);
  line.fallSilent();
  const silent = line.connections;
  const read = () => relayed.read(ctx, ({ tx }) => rowsOf(tx, 'select 1 as one'));
  // Whichever of the transaction's statements runs out of time first takes the connection from the others.
  await expect(read()).rejects.toThrow(/Query read timeout|Connection terminated/);
  expect(await eventually(() => read().catch(() => undefined))).toEqual([{ one: 1 }]);
  expect(line.connections).toBeGreaterThan(silent);
  await relayed.close();
  await line.close();
  rmSync(folder, { recursive: true });
}, 30_000);

it('D3 a database that recovers is asked ten times a second, however many people wait for it, and used as soon as it takes connections', async () => {
  const { socket, own, url, folder } = beside();
  const line = await SilentLine.open({ path: socket }, { path: own });
  const relayed = new Database({ service: 'files', url, entities: [], migrations: [], poolSize: 1 });
  await relayed.open();
  await line.close();
  let asked = 0;
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
    .map((field) => `${field}\0`)
    .join('');
  const recovering = createServer((client) => {
    asked++;
    client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), lengthOf(fields), Buffer.from(fields)])));
    client.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => recovering.listen(socket, resolve));
  const read = () => relayed.read(ctx, ({ tx }) => rowsOf(tx, 'select 1 as one'));
  await eventually(() =>
    read().then(
      () => false,
      (error: { code?: string }) => error.code === '57P03',
    ),
  );
  const before = asked;
  const begun = performance.now();
  for (let n = 0; n < 1_000; n++) await expect(read()).rejects.toMatchObject({ code: '57P03' });
  expect(asked - before).toBeLessThanOrEqual(1 + (performance.now() - begun) / 100);
  await new Promise((resolve) => recovering.close(resolve));
  const back = await SilentLine.open({ path: socket }, { path: own });
  expect(await eventually(() => read().catch(() => undefined))).toEqual([{ one: 1 }]);
  await relayed.close();
  await back.close();
  rmSync(folder, { recursive: true });
}, 30_000);

/** Of a message and of this number itself, as Postgres writes it. */
function lengthOf(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(text));
  return length;
}
