import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { S3Objects } from '@zo/objects';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '../../testing/engines/postgres.js';
import { type S3, startS3 } from '../../testing/engines/s3.js';
import { definitions } from '../launcher/definitions.js';
import { makeTables } from './restore.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ADA = '11111111-1111-4111-8111-111111111111';
let s3: S3;
let before: Postgres;
let after: Postgres;
beforeAll(async () => {
  [s3, before, after] = await Promise.all([startS3(), startPostgres(), startPostgres()]);
});
afterAll(() => Promise.all([s3?.stop(), before?.stop(), after?.stop()]));

/** Runs the program as its Job does. */
async function program(postgres: Pick<Postgres, 'url'>, ...args: string[]): Promise<{ code: number; said: string }> {
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
  const child = spawn(
    process.execPath,
    ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/apps/launcher/service.ts', ...args],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, said: out + err };
}

async function on<T>(postgres: Pick<Postgres, 'url'>, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  return work(client).finally(() => client.end());
}
/** Every row of every table as text, including migrations and their order. */
const all = (postgres: Pick<Postgres, 'url'>) =>
  on(postgres, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname !~ '^pg_' and schemaname <> 'information_schema' order by 1`,
    );
    const found: Record<string, unknown[]> = {};
    for (const { name } of tables)
      found[name] = (await client.query(`select t::text as row from ${name} t order by 1`)).rows;
    return found;
  });

/** Creates a user with an account and a computer. */
async function fillTables(postgres: Pick<Postgres, 'url'>): Promise<void> {
  await makeTables(postgres.url);
  await on(postgres, async (client) => {
    const columns = await client.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = 'accounts' and table_name = 'users' and is_nullable = 'NO' and column_default is null`,
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
      `insert into accounts.users (${columns.rows.map(({ name }) => name).join(', ')})
       values (${columns.rows.map(({ type }) => value[type]).join(', ')}) on conflict do nothing`,
    );
    await client.query(
      `insert into compute.computers (id, user_id, handle, owner) values ($1, $1, E'ada\\t\\n\\\\', true) on ` +
        'conflict do nothing',
      [ADA],
    );
    await client.query(`select events.append('accounts.events.v1', 0, $1, 'ada', 'account.created', '\\x0001')`, [ADA]);
  });
}

it('D16 the rows of an installation are restored from S3 into an empty database, and never into one with accounts', async () => {
  const objects = new S3Objects(s3);
  await fillTables(before);
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
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('it has accounts')]);
  expect((await program(after, 'restore-rows', 'backups/rows/none')).said).toContain(
    'there is no backup backups/rows/none',
  );
});

it('D16 a backup of an older release is restored: its tables, its rows, then the later migrations', async () => {
  const older = await startPostgres();
  try {
    const names = (service: string) =>
      definitions.find(({ name }) => name === service)!.migrations!.map((Migration) => new Migration().name);
    const seen = Object.fromEntries(definitions.map(({ name }) => [name, names(name).slice(0, 1)]));
    await makeTables(older.url, seen);
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
});

it('D16 a lost cluster is restored into a Postgres with passwords, by a role that is no superuser', async () => {
  const scram = await startScramPostgres();
  try {
    await fillTables(before);
    await on(before, async (client) => {
      await client.query('truncate chat.messages, chat.conversations cascade');
      await client.query(`insert into chat.conversations (id, user_id, title) values ($1, $1, 'a chat')`, [ADA]);
      // A tree: an answer refers to its question.
      await client.query(
        `insert into chat.messages (id, user_id, conversation_id, parent_id, role, status, text, parts) values
           ('22222222-2222-4222-8222-222222222222', $1, $1, null, 'user', 'done', 'a question', '[]'),
           ('33333333-3333-4333-8333-333333333333', $1, $1, '22222222-2222-4222-8222-222222222222', 'assistant', 'done',
             'an answer', '[]')`,
        [ADA],
      );
    });
    const rows = await all(before);
    const made = await program(before, 'backup-rows');
    const key = /"key":"([^"]+)"/.exec(made.said)![1]!;
    const back = await program(scram.asRole, 'restore-rows');
    expect(back).toMatchObject({ code: 0 });
    expect(back.said).toContain(key);
    expect(back.said).toMatch(new RegExp(`^home ${ADA} ${ADA} ada`, 'm'));
    expect((await program(scram.asRole, 'list-homes')).said).toContain(`home ${ADA} ${ADA} ada`);
    expect(await all(scram.asSuperuser)).toEqual(rows);
    // Everything that was disabled is in force again.
    const rules = (postgres: Pick<Postgres, 'url'>) =>
      on(
        postgres,
        async (client) =>
          (
            await client.query(`select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
              array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid
                order by 1) as constraints,
              array(select t.tgname || t.tgenabled::text from pg_trigger t
                where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
              from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relkind = 'r' and n.nspname in
                ('accounts', 'files', 'uploads', 'chat', 'compute', 'zo', 'channels', 'connections', 'events', 'audit') order by 1`)
          ).rows,
      );
    expect(await rules(scram.asSuperuser)).toEqual(await rules(before));
    // Existing accounts are detected although the administrator sees no rows.
    const again = await program(scram.asRole, 'restore-rows', key);
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('it has accounts')]);
    // The same role can also back it up.
    expect(await program(scram.asRole, 'backup-rows')).toMatchObject({ code: 0 });
  } finally {
    await scram.postgres.stop();
  }
});

/**
 * As CloudNativePG creates it from `charts/platform-deps`: an owner that may create roles and is a member of the
 * services' roles.
 */
async function startScramPostgres() {
  const postgres = await startPostgres();
  const asSuperuser = { url: postgres.url };
  const password = 'p@ss/wörd';
  await on(asSuperuser, async (client) => {
    await client.query(`create role zo login createrole password ${client.escapeLiteral(password)}`);
    for (const { name } of definitions) {
      await client.query(`create role zo_${name} login password 'of-${name}'`);
      await client.query(`grant zo_${name} to zo`);
    }
    await client.query('alter database zo owner to zo');
    const [{ file }] = (await client.query<{ file: string }>(`select current_setting('hba_file') as file`)).rows as [
      { file: string },
    ];
    writeFileSync(file, 'host all zo_admin 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
    await client.query('select pg_reload_conf()');
  });
  const address = new URL(postgres.url);
  address.username = 'zo';
  address.password = encodeURIComponent(password);
  return { postgres, asSuperuser, asRole: { url: address.href } };
}
