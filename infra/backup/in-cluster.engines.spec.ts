import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { S3Objects } from '@zo/shared/objects';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '../engines/postgres.js';
import { type S3, startS3 } from '../engines/s3.js';
import { definitions } from '../start/definitions.js';
import { makeTables } from './restore.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ADA = '11111111-1111-4111-8111-111111111111';
let s3: S3;
let before: Postgres;
let after: Postgres;
beforeAll(async () => {
  [s3, before, after] = await Promise.all([startS3(), startPostgres(), startPostgres()]);
}, 60_000);
afterAll(() => Promise.all([s3?.stop(), before?.stop(), after?.stop()]));

/** The program, as its Job runs it. */
async function program(postgres: Postgres, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_ADMIN_URL: postgres.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const child = spawn(process.execPath, ['--import', './infra/build/ts-hooks.mjs', 'infra/start/service.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, said: out + err };
}

async function on<T>(postgres: Postgres, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  return work(client).finally(() => client.end());
}
/** Every row of every table as text, migrations and their order included. */
const all = (postgres: Postgres) =>
  on(postgres, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname !~ '^pg_' and schemaname <> 'information_schema' order by 1`,
    );
    const found: Record<string, unknown[]> = {};
    for (const { name } of tables)
      found[name] = (await client.query(`select t::text as row from ${name} t order by 1`)).rows;
    return found;
  });

it('D16 the rows of an installation go to S3 and into an empty database, and never into one somebody uses', async () => {
  const objects = new S3Objects(s3);
  await makeTables(before.url, before.url.replace(/\/\/[^@/]*@/, '//{service}@'));
  await on(before, async (client) => {
    const columns = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns where table_schema = 'accounts' and table_name = 'users' and is_nullable = 'NO' and column_default is null`,
    );
    const value: Record<string, string> = {
      uuid: `'${ADA}'`,
      text: `'ada'`,
      timestamptz: 'now()',
      bool: 'false',
      int4: '1',
      jsonb: `'{}'`,
      bytea: `'\\x00ff'`,
    };
    await client.query(
      `insert into accounts.users (${columns.rows.map(({ name }) => name).join(', ')}) values (${columns.rows.map(({ type }) => value[type]).join(', ')})`,
    );
    await client.query(
      `insert into compute.computers (id, user_id, handle, owner) values ($1, $1, E'ada\\t\\n\\\\', true)`,
      [ADA],
    );
    await client.query(`select events.append('accounts.events.v1', 0, $1, 'ada', 'account.created', '\\x0001')`, [ADA]);
  });
  const rows = await all(before);
  const made = await program(before, 'backup-rows');
  expect(made).toMatchObject({ code: 0 });
  const stored: string[] = [];
  for await (const { key } of objects.list('backups/rows/')) stored.push(key);
  expect(made.said).toContain(stored[0]);
  const back = await program(after, 'restore-rows', stored[0]!);
  expect(back).toMatchObject({ code: 0, said: expect.not.stringContaining('zo:') });
  expect(await all(after)).toEqual(rows);
  // The next computer gets the next number.
  const next = (postgres: Postgres) =>
    on(
      postgres,
      async (client) =>
        (await client.query<{ n: string }>(`select nextval('compute.computer_number') as n`)).rows[0]!.n,
    );
  expect(await next(after)).toBe('2');
  const again = await program(after, 'restore-rows', stored[0]!);
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('people have accounts in it')]);
  expect((await program(after, 'restore-rows', 'backups/rows/none')).said).toContain(
    'there is no backup backups/rows/none',
  );
}, 120_000);

it('D16 a backup of an older release is brought to this one: its tables, its rows, then the migrations that came after', async () => {
  const older = await startPostgres();
  try {
    const names = (service: string) =>
      definitions.find(({ name }) => name === service)!.migrations!.map((Migration) => new Migration().name);
    const seen = Object.fromEntries(definitions.map(({ name }) => [name, names(name).slice(0, 1)]));
    await makeTables(older.url, older.url.replace(/\/\/[^@/]*@/, '//{service}@'), seen);
    await on(older, (client) =>
      client.query(`insert into compute.computers (id, user_id, handle, owner) values ($1, $1, 'ada', true)`, [ADA]),
    );
    const made = await program(older, 'backup-rows');
    const key = /"key":"([^"]+)"/.exec(made.said)![1]!;
    await on(after, (client) => client.query('truncate accounts.users cascade'));
    expect(await program(after, 'restore-rows', key)).toMatchObject({ code: 0 });
    const migrated = await on(after, async (client) =>
      (await client.query<{ name: string }>('select name from compute.migrations order by id')).rows.map(
        ({ name }) => name,
      ),
    );
    expect(migrated).toEqual(names('compute'));
    expect(migrated.length).toBeGreaterThan(1);
    expect(
      await on(after, async (client) => (await client.query('select handle from compute.computers')).rows),
    ).toEqual([{ handle: 'ada' }]);
  } finally {
    await older.stop();
  }
}, 120_000);
