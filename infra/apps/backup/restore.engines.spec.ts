import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '../../testing/engines/postgres.js';
import { backUp } from './backup.js';
import { makeTables, restore } from './restore.js';

/** Fails the import after all tables were made. */
const REFUSE_IMPORT = `
  create function refuse_import() returns event_trigger language plpgsql as $$
    begin
      if current_query() like '%disable trigger user%' then raise 'the disk is full'; end if;
    end $$;
  create event trigger refuse_import on ddl_command_start when tag in ('ALTER TABLE')
    execute function refuse_import();`;

let folder: string;
let before: Postgres;
let after: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-restore-'));
  [before, after] = await Promise.all([startPostgres(), startPostgres()]);
});
afterAll(async () => {
  await Promise.all([before?.stop(), after?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function on(postgres: Postgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

it('D16 a restore into an external database that failed late can be repeated', async () => {
  const dataFolder = join(folder, 'data');
  mkdirSync(join(dataFolder, 'secrets'), { recursive: true });
  writeFileSync(join(dataFolder, 'secrets', 'key'), 'secret');
  await makeTables(before.url);
  const file = join(folder, 'all.backup');
  await backUp({ dataFolder, databaseUrl: before.url, file, version: '0.0.0' });

  const options = { file, dataFolder: join(folder, 'restored'), databaseUrl: after.url };
  await on(after, `${REFUSE_IMPORT} create schema theirs`);
  await expect(restore(options)).rejects.toThrow('the disk is full');
  expect(await on(after, `select 1 from pg_namespace where nspname = 'accounts'`)).toEqual([]);
  expect(await on(after, `select 1 from pg_namespace where nspname = 'theirs'`)).toHaveLength(1);
  await on(after, 'drop event trigger refuse_import');
  await expect(restore(options)).resolves.toMatchObject({ version: '0.0.0' });
  await expect(restore({ ...options, dataFolder: join(folder, 'other') })).rejects.toThrow('the database is not empty');
});

it('D16 a data folder that is a mount is refused before anything is restored into a database elsewhere', async () => {
  const [dataFolder, mount] = [join(folder, 'source'), join(folder, 'mount')];
  for (const made of [join(dataFolder, 'secrets'), mount]) mkdirSync(made, { recursive: true });
  writeFileSync(join(dataFolder, 'secrets', 'key'), 'secret');
  const file = join(folder, 'mounted.backup');
  await backUp({ dataFolder, databaseUrl: before.url, file, version: '0.0.0' });
  await on(after, 'create database empty');
  const empty = { ...after, url: Object.assign(new URL(after.url), { pathname: '/empty' }).href };
  const script = `const { restore } = await import('${new URL('restore.ts', import.meta.url).pathname}');
    await restore(${JSON.stringify({ file, dataFolder: mount, databaseUrl: empty.url })}).then(
      () => console.log('restored'), (error) => console.log(error.message));
    process.exit(0);`;
  const hooks = new URL('../../tools/build/ts-hooks.mjs', import.meta.url).pathname;
  const node = [process.execPath, '--import', hooks, '--input-type=module', '--eval', script];
  const { stdout } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', `mount -t tmpfs none "${mount}" && exec "$@"`, 'sh', ...node],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
      timeout: 100_000,
    },
  );
  expect(stdout).toBe(`${mount} is a disk of its own and cannot be replaced; set ZO_DATA to a folder on it\n`);
  expect(await on(empty, `select 1 from pg_namespace where nspname = 'accounts'`)).toEqual([]);
});
