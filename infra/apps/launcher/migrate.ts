/**
 * Migrates the database to this release, once for a whole installation: roles, schemas and event log as administrator,
 * then each service's tables in its own role.
 */
import { topics } from '@zo/proto/topics';
import { auditStatements } from '@zo/audit';
import { defineConfig } from '@zo/config';
import { Database, prepareDatabase } from '@zo/db';
import { eventLogStatements } from '@zo/events';
import { logger } from '@zo/observability';
import { z } from 'zod';
import { definitions } from './definitions.js';

const postgres = z.string().startsWith('postgres', 'must be a postgres:// address');
const config = defineConfig({
  /** A role that may create roles and schemas. */
  DATABASE_ADMIN_URL: postgres,
  DATABASE_URL_ACCOUNTS: postgres,
  DATABASE_URL_FILES: postgres,
  DATABASE_URL_UPLOADS: postgres,
  DATABASE_URL_CHAT: postgres,
  DATABASE_URL_COMPUTE: postgres,
  DATABASE_URL_ZO: postgres,
  DATABASE_URL_CHANNELS: postgres,
  DATABASE_URL_CONNECTIONS: postgres,
});
const addresses: Readonly<Record<string, string>> = {
  accounts: config.DATABASE_URL_ACCOUNTS,
  files: config.DATABASE_URL_FILES,
  uploads: config.DATABASE_URL_UPLOADS,
  chat: config.DATABASE_URL_CHAT,
  compute: config.DATABASE_URL_COMPUTE,
  zo: config.DATABASE_URL_ZO,
  channels: config.DATABASE_URL_CHANNELS,
  connections: config.DATABASE_URL_CONNECTIONS,
};

await prepareDatabase({
  adminUrl: config.DATABASE_ADMIN_URL,
  services: definitions.map(({ name }) => name),
  statements: [...eventLogStatements(topics), ...auditStatements],
  passwordOf: (service) => decodeURIComponent(new URL(addresses[service]!).password) || undefined,
});
for (const { name: service, entities = [], migrations = [] } of definitions) {
  const database = new Database({ service, url: addresses[service]!, entities, migrations });
  await database.open();
  await database.close();
  logger('migrate').info({ service }, 'the schema is up to date');
}
