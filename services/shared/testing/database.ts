/** A fresh database per suite on a real Postgres: the test runner's if it started one, otherwise our own. */
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { topics } from '@zo/proto/topics';
import { Client } from 'pg';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { auditStatements } from '@zo/audit';
import { adminUrlOptions, prepareDatabase } from '@zo/db';
import { eventLogStatements } from '@zo/events';

/** Names of all services with a schema. */
export const SERVICES = ['accounts', 'files', 'uploads', 'chat', 'compute', 'zo', 'channels', 'connections'] as const;

export interface TestDatabase {
  readonly adminUrl: string;
  /** `{service}` stands for the role. */
  readonly serviceUrl: string;
  drop(): Promise<void>;
}

let own: Promise<Postgres> | undefined;
let offered: Promise<string> | undefined;

/** Creates an empty, prepared database. Call `drop()` when the suite ends. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const adminUrl = server.replace('/zo?', `/${name}?`);
  await prepareDatabase({
    adminUrl,
    services: SERVICES,
    statements: [...eventLogStatements(topics), ...auditStatements],
  });
  const serviceUrl = adminUrl.replace(/\/\/[^@]+@/, '//{service}@');
  return { adminUrl, serviceUrl, drop: () => dropDatabase(server, name) };
}

/**
 * Returns the administrator's address: of the server given to the run, of the one the runner starts on demand, or of
 * our own.
 */
async function testServer(): Promise<string> {
  const { ZO_TEST_DATABASE: given, ZO_TEST_POSTGRES: runner } = process.env;
  if (given) return given;
  if (runner) return (offered ??= askRunner(runner));
  return (await (own ??= startOwn())).adminUrl;
}

/**
 * The runner answers a connection with the address once its server is ready
 * (infra/testing/runner/database-on-demand.mjs).
 */
async function askRunner(socket: string): Promise<string> {
  const address = await text(connect(socket));
  if (!address) throw new Error('the Postgres of this test run could not be started');
  return address;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database if exists ${name} with (force)`);
  if (!own) return;
  const postgres = await own;
  own = undefined;
  await postgres.stop();
}

async function startOwn(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'zo-test-pg-'));
  const postgres = await startPostgres({ folder, durable: false });
  void postgres.ended.then(() => removeFolder(folder));
  return postgres;
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new Client(adminUrlOptions(server));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
