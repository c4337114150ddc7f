import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { topics } from '@zo/proto/topics';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { auditStatements } from '@zo/audit';
import { adminUrlOptions, checkSettings, Database, prepareDatabase } from '@zo/db';
import { eventLogStatements } from '@zo/events';
import { SERVICES } from '@zo/testing/database';
import { startTestService, testPlatform } from '@zo/testing';

@Controller('bare')
class BareController {
  @Get()
  get() {
    return {};
  }
}
@Module({ controllers: [BareController] })
class Bare {}

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-settings-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres') });
  await prepareDatabase({
    adminUrl: postgres.adminUrl,
    services: SERVICES,
    statements: [...eventLogStatements(topics), ...auditStatements],
  });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function operator(...statements: string[]): Promise<void> {
  const client = new Client(adminUrlOptions(postgres.adminUrl));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Starts a service on this database; `health` reads its current health. */
async function started(environment: Record<string, string>) {
  const { platform, close } = await testPlatform({ DATABASE_URL: postgres.serviceUrl, ...environment });
  const { service, stop } = await startTestService(
    { name: 'accounts', module: Bare, entities: [], migrations: [] },
    platform,
  );
  return { health: service.health, end: async () => (await stop(), await platform.cache.close(), await close()) };
}

it('a database that may lose commits keeps the service from being ready until fixed, except in tests', async () => {
  const refusing = { ZO_ALLOW_VOLATILE_DATABASE: '' };
  await operator(
    'alter system set full_page_writes = off',
    `alter role zo_accounts set synchronous_commit = off`,
    'select pg_reload_conf()',
  );
  const { health, end } = await started(refusing);
  expect(await health()).toEqual({
    ready: false,
    missing:
      'database: full_page_writes and synchronous_commit of Postgres are off and would lose what was confirmed: ' +
      'switch on',
  });
  await end();
  const tolerant = await started({});
  expect(await tolerant.health()).toEqual({ ready: true });
  await tolerant.end();
  await operator(
    'alter system reset full_page_writes',
    'alter role zo_accounts reset synchronous_commit',
    'select pg_reload_conf()',
  );
  const put = await started(refusing);
  expect(await put.health()).toEqual({ ready: true });
  await put.end();
});

it('clocks that are far apart are reported', async () => {
  const database = new Database({ service: 'accounts', url: postgres.serviceUrl, entities: [], migrations: [] });
  await database.open();
  const at = (ahead: number) =>
    checkSettings(database.dataSource, { allowVolatile: false, now: () => Date.now() + ahead });
  await expect(at(9_000)).resolves.toBeUndefined();
  await expect(at(61_000)).rejects.toThrow(/^the clocks of Postgres and of this process are 6[01] s apart/);
  await expect(at(-61_000)).rejects.toThrow(/^the clocks of Postgres and of this process are 6[01] s apart/);
  await database.close();
});

it('several databases of one server are prepared at the same time', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `installation_${n}`);
  for (const name of names) await operator(`create database ${name}`);
  const prepare = (name: string) => {
    const url = new URL(postgres.adminUrl);
    url.pathname = name;
    return prepareDatabase({ adminUrl: url.href, services: ['first_come', 'second_come', 'third_come'] });
  };
  expect(await Promise.all(names.map(prepare))).toHaveLength(names.length);
});
