import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accounts } from '@zo/accounts/service';
import { adminUrlOptions, Database } from '@zo/db';
import { eventually, SERVICES, type TestDatabase, testDatabase } from '@zo/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Runs the program; returns its exit code and output. */
async function migrate({ adminUrl, serviceUrl }: Pick<TestDatabase, 'adminUrl' | 'serviceUrl'> = database): Promise<{
  code: number | null;
  said: string;
}> {
  const addresses = Object.fromEntries(SERVICES.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, serviceUrl]));
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_ADMIN_URL: adminUrl, ...addresses };
  const child = spawn(
    process.execPath,
    ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/apps/launcher/migrate.ts'],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
}

const openAccounts = (awaitsMigrations: boolean) =>
  new Database({
    service: 'accounts',
    url: database.serviceUrl,
    entities: accounts.entities!,
    migrations: accounts.migrations!,
    awaitsMigrations,
  });

it('D9 a service that waits for migrations serves only when the schema is up to date; two concurrent migrations run once', async () => {
  const waiting = openAccounts(true);
  let isOpen = false;
  const opened = waiting.open().then(() => (isOpen = true));
  // It has seen that there is no schema yet.
  await eventually(() => waiting.dataSource.isInitialized);
  await waiting.dataSource.query('select 1');
  expect(isOpen).toBe(false);
  for (const { code, said } of await Promise.all([migrate(), migrate()])) {
    expect(code).toBe(0);
    for (const name of SERVICES) expect(said).toContain(`"service":"${name}"`);
  }
  await opened;
  const [{ count }] = (await waiting.dataSource.query('select count(*)::int as count from accounts.migrations')) as [
    { count: number },
  ];
  expect(count).toBe(accounts.migrations!.length);
  // A second open does not wait; a newer schema is no reason to wait either.
  await waiting.dataSource.query(
    `insert into accounts.migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`,
  );
  const again = openAccounts(true);
  await again.open();
  await Promise.all([waiting.close(), again.close()]);
});

it('D9 the administrator need not be a superuser: the database owner with membership in the services’ roles suffices', async () => {
  const name = `owner_${crypto.randomUUID().replaceAll('-', '')}`;
  const server = new Client(adminUrlOptions(database.adminUrl));
  await server.connect();
  await server.query(`create role ${name} login createrole`);
  await server.query(`grant ${SERVICES.map((service) => `zo_${service}`).join(', ')} to ${name}`);
  await server.query(`create database ${name} owner ${name}`);
  const at = (url: string) => url.replace(/\/t_[0-9a-f]+/, `/${name}`);
  const { code, said } = await migrate({
    adminUrl: at(database.adminUrl).replace(/\/\/[^@]+@/, `//${name}@`),
    serviceUrl: at(database.serviceUrl),
  });
  expect(said).toContain('"service":"compute"');
  expect(code).toBe(0);
  await server.query(`drop database ${name} with (force)`);
  await server.query(`drop owned by ${name}`);
  await server.query(`drop role ${name}`);
  await server.end();
});
