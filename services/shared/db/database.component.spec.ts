/** What a transaction commits, and how it reports that nothing was committed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Query } from 'pg';
import { Entity, type EntityManager, PrimaryColumn, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { type Ctx, systemCtx } from '@zo/auth';
import { type TestDatabase, testDatabase } from '@zo/testing/database';
import { eventually } from '@zo/testing';
import { SilentRelay } from '@zo/testing/silent-relay';
import { TransactionEndedError } from './client.js';
import { adminUrlOptions, atCommit, Database, rowsOf } from './index.js';

@Entity({ name: 'words' })
class Word {
  @PrimaryColumn({ type: 'text' })
  word!: string;
}

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = new Database({ service: 'files', url: test.serviceUrl, entities: [Word], migrations: [] });
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

it('D3 a statement sent with the commit is kept together with earlier writes', async () => {
  const value = await database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['first']);
    atCommit(inside, INSERT, ['last']);
    return 'done';
  });
  expect([value, await words()]).toEqual(['done', ['first', 'last']]);
});

it('D3 if that statement fails, the transaction fails and nothing is kept', async () => {
  const failing = database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['second']);
    atCommit(inside, INSERT, ['first']);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'words_pkey' });
  expect(await words()).toEqual(['first', 'last']);
});

it('D3 a swallowed error is not mistaken for a commit', async () => {
  const swallowing = database.tx(ctx, async (inside) => {
    await rowsOf(inside.tx, INSERT, ['third']);
    await rowsOf(inside.tx, INSERT, ['first']).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('nothing of its transaction was kept');
  expect(await words()).toEqual(['first', 'last']);
});

it('D3 the connection of a failed transaction is usable for the next one', async () => {
  for (let n = 0; n < 20; n++)
    await expect(database.tx(ctx, async (inside) => atCommit(inside, INSERT, ['first']))).rejects.toMatchObject({
      code: '23505',
    });
  await database.tx(ctx, async (inside) => atCommit(inside, INSERT, ['after']));
  expect(await words()).toEqual(['after', 'first', 'last']);
});

it('D3 atCommit throws outside a transaction', () => {
  expect(() => atCommit(ctx, INSERT, ['nowhere'])).toThrow('outside Database.tx');
});

it('D3 terminated connections fail only the running transactions', async () => {
  const admin = new Client(adminUrlOptions(test.adminUrl));
  await admin.connect();
  for (let round = 0; round < 30; round++) {
    const work = Array.from({ length: 12 }, () => database.tx(ctx, ({ tx }) => rowsOf(tx, 'select word from words')));
    const ended = Promise.allSettled(work);
    for (let cut = 0; cut < 4; cut++)
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'zo_files' and datname = current_database()`);
    await ended;
  }
  await admin.end();
  expect(await words()).toContain('first');
});

/** The statements that were sent while `work` runs, with `|` for each answer that was waited for meanwhile. */
async function wire(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  let open = 0;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (sent.length > 0 && open === 0) sent.push('|');
    open += 1;
    sent.push(text.split(/[ ;]/, 1)[0]!.toLowerCase());
    const answered = query.apply(this, args) as Promise<unknown> | Query;
    const close = () => void (open -= 1);
    if (answered instanceof Query) answered.once('end', close);
    else answered.then(close, close);
    return answered;
  } as typeof Client.prototype.query;
  try {
    await work();
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query;
  }
  return sent;
}

it('a transaction of one statement waits for two answers, a read for one', async () => {
  const select = ({ tx }: { tx?: EntityManager }) => rowsOf(tx!, 'select 1 as one');
  expect(await wire(() => database.tx(ctx, select))).toEqual(['begin', 'select', '|', 'commit']);
  expect(await wire(() => database.acrossTenants((tx) => select({ tx })))).toEqual(['begin', 'select', '|', 'commit']);
  const writing = (inside: Ctx) => {
    atCommit(inside, 'delete from words where word = $1', ['nothing']);
    return select(inside);
  };
  expect(await wire(() => database.tx(ctx, writing))).toEqual(['begin', 'select', '|', 'delete', 'commit']);
  const onlyWriting = async (inside: Ctx) => atCommit(inside, 'delete from words where word = $1', ['nothing']);
  expect(await wire(() => database.tx(ctx, onlyWriting))).toEqual(['begin', 'delete', 'commit']);
  // Nobody waits for the commit of a read.
  expect((await wire(() => database.read(ctx, select))).slice(0, 2)).toEqual(['begin', 'select']);
});

it('reads at once are sent together with the end of their transaction', async () => {
  const one = ({ tx }: { tx: EntityManager }) => rowsOf(tx, 'select 1 as one');
  const both = (inside: { tx: EntityManager }) => Promise.all([one(inside), one(inside)]);
  expect(await wire(() => database.readAtOnce(ctx, both))).toEqual(['begin', 'select', 'select', 'commit']);
  const user = ({ tx }: { tx: EntityManager }) => rowsOf(tx, `select current_setting('app.user_id') as id`);
  expect(await database.readAtOnce(ctx, user)).toEqual([{ id: ctx.userId }]);
  // Neither the user nor the transaction is left to whoever has the connection next.
  const next = await rowsOf(database.dataSource, `select current_setting('app.user_id', true) as id`);
  expect(next).toEqual([{ id: '' }]);
});

it('D3 writes at once are kept together, or not at all', async () => {
  const write = (...added: string[]) =>
    database.writeAtOnce(ctx, ({ tx }) => Promise.all(added.map((word) => rowsOf(tx, INSERT, [word]))));
  expect(await wire(() => write('at once 1', 'at once 2'))).toEqual(['begin', 'insert', 'insert', 'commit']);
  await expect(write('at once 3', 'at once 1')).rejects.toMatchObject({ code: '23505' });
  const swallowing = database.writeAtOnce(ctx, ({ tx }) =>
    Promise.allSettled(['at once 4', 'at once 1'].map((word) => rowsOf(tx, INSERT, [word]))),
  );
  await expect(swallowing).rejects.toThrow('nothing of its transaction was kept');
  expect((await words()).filter((word) => word.startsWith('at once'))).toEqual(['at once 1', 'at once 2']);
});

it('D3 reads at once fail whole, refuse later statements, and give back their connection', async () => {
  for (let n = 0; n < 20; n++) {
    const failing = database.readAtOnce(ctx, ({ tx }) => rowsOf(tx, 'select nonsense'));
    await expect(failing).rejects.toThrow('nonsense');
    const writing = database.readAtOnce(ctx, ({ tx }) => rowsOf(tx, INSERT, ['written at once']));
    await expect(writing).rejects.toThrow('read-only');
    const late = database.readAtOnce(ctx, async ({ tx }) => {
      await rowsOf(tx, 'select 1');
      return rowsOf(tx, 'select 2');
    });
    await expect(late).rejects.toThrow(TransactionEndedError);
    const lateFind = database.readAtOnce(ctx, async ({ tx }) => {
      await rowsOf(tx, 'select 1');
      return tx.getRepository(Word).find();
    });
    await expect(lateFind).rejects.toThrow('ended its transaction');
    const throwing = database.readAtOnce(ctx, async () => Promise.reject(new Error('of the work')));
    await expect(throwing).rejects.toThrow('of the work');
  }
  expect(await words()).not.toContain('written at once');
});

it('D3 a statement after the end of its transaction is refused', async () => {
  const late = await database.read(ctx, async ({ tx }) => tx);
  await eventually(() => late.queryRunner!.isReleased);
  await expect(rowsOf(late, 'select 1')).rejects.toThrow(QueryRunnerAlreadyReleasedError);
});

it('saves and locks of TypeORM join the transaction', async () => {
  const sent = await wire(() =>
    database.tx(ctx, async ({ tx }) => {
      const word = { word: 'saved' };
      await tx.getRepository(Word).save(word);
      await tx.getRepository(Word).findOne({ where: word, lock: { mode: 'pessimistic_write' } });
      await tx.getRepository(Word).remove(word);
    }),
  );
  expect(sent.filter((text) => text !== '|')).toEqual([
    'begin',
    'select',
    'insert',
    'select',
    'select',
    'delete',
    'commit',
  ]);
});

it('D3 the connection is usable for the next transaction if the first statement could not begin', async () => {
  for (let n = 0; n < 20; n++)
    await expect(database.acrossTenants(async ({ queryRunner }) => queryRunner!.query('nonsense'))).rejects.toThrow();
  expect(await words()).toContain('first');
});

it('D15 a transaction that gets no connection of the pool in time says so', async () => {
  const pool = { poolSize: 1, poolWaitMs: 500 };
  const single = new Database({ service: 'files', url: test.serviceUrl, entities: [], migrations: [], ...pool });
  await single.open();
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  let letGo = () => {};
  const holder = single.read(ctx, () => (isHeld(), new Promise<void>((resolve) => (letGo = resolve))));
  await held;
  // The sentence by which @zo/errors knows it.
  await expect(single.read(ctx, ({ tx }) => rowsOf(tx, 'select 1'))).rejects.toThrow(
    /^timeout exceeded when trying to connect$/,
  );
  letGo();
  await holder;
  await single.close();
});

/** A path for another socket of the same database, and the address through it. */
function beside(): { socket: string; own: string; url: string; folder: string } {
  const url = new URL(test.serviceUrl.replace('{service}', 'zo_files'));
  const name = `.s.PGSQL.${url.port || 5432}`;
  const own = join(url.searchParams.get('host')!, name);
  const folder = mkdtempSync(join(tmpdir(), 'zo-relay-'));
  url.searchParams.set('host', folder);
  return { socket: join(folder, name), own, url: url.href, folder };
}

it('D15 a lost database machine is detected by timeout, and reached again over new connections', async () => {
  const { socket, own, url, folder } = beside();
  const line = await SilentRelay.open({ path: socket }, { path: own });
  const relayed = new Database({ service: 'files', url, entities: [], migrations: [], responseTimeoutMs: 500 });
  await relayed.open();
  // Wait for its end, so that the pool reuses its connection.
  expect(await relayed.tx(ctx, ({ tx }) => rowsOf(tx, 'select 1 as one'))).toEqual([{ one: 1 }]);
  line.goSilent();
  const silent = line.connections;
  const read = () => relayed.read(ctx, ({ tx }) => rowsOf(tx, 'select 1 as one'));
  // The first statement to time out closes the connection for the others.
  await expect(read()).rejects.toThrow(/Query read timeout|Connection terminated/);
  expect(await eventually(() => read().catch(() => undefined))).toEqual([{ one: 1 }]);
  expect(line.connections).toBeGreaterThan(silent);
  await relayed.close();
  await line.close();
  rmSync(folder, { recursive: true });
});

it('D3 a recovering database gets at most ten connects a second for any number of callers, and is used once it accepts', async () => {
  const { socket, own, url, folder } = beside();
  const line = await SilentRelay.open({ path: socket }, { path: own });
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
  const back = await SilentRelay.open({ path: socket }, { path: own });
  expect(await eventually(() => read().catch(() => undefined))).toEqual([{ one: 1 }]);
  await relayed.close();
  await back.close();
  rmSync(folder, { recursive: true });
});

/** Length of a message including this field, in Postgres wire format. */
function lengthOf(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(text));
  return length;
}
