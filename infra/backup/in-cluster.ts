/**
 * The rows of an installation in a cluster, to its object store and back: `service.mjs backup-rows` and `service.mjs restore-rows KEY`.
 * Homes are not in here: each has backups of its own (ComputerBackup). Nor are the keys: they are in a Secret the team made.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { defineConfig, engines } from '@zo/shared/config';
import { type ObjectStore, S3Objects, s3Settings } from '@zo/shared/objects';
import { logger } from '@zo/shared/observability';
import { z } from 'zod';
import { definitions } from '../start/definitions.js';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { exportDatabase } from './database.js';
import { FORMAT, type Manifest } from './manifest.js';
import { Refusal } from './refusal.js';
import { fillDatabase, makeTables, refuseUnknown } from './restore.js';
import { connected } from './source.js';

const log = logger('backup');
export const PREFIX = 'backups/rows/';

function open(): { adminUrl: string; version: string; objects: ObjectStore } {
  const {
    DATABASE_ADMIN_URL: adminUrl,
    ZO_VERSION: version,
    ...settings
  } = defineConfig({
    ...engines,
    /** A role that may read every table; to restore, a superuser. */
    DATABASE_ADMIN_URL: z.string().startsWith('postgres', 'must be a postgres:// address'),
    /** Release of the product, for people who read a manifest. */
    ZO_VERSION: z.string().default('unknown'),
  });
  return { adminUrl, version, objects: new S3Objects(s3Settings(settings)) };
}

export const backUpRows = () => toTheEnd(store());
export const restoreRows = (key: string | undefined) => toTheEnd(bringBack(key));

/** These processes do one thing. */
async function toTheEnd(work: Promise<void>): Promise<never> {
  const code = await work.then(
    () => 0,
    (error: Error) => {
      process.stderr.write(`zo: ${error.message}\n`);
      return 1;
    },
  );
  process.exit(code);
}

async function store(): Promise<void> {
  const { adminUrl, version, objects } = open();
  await objects.check();
  const key = `${PREFIX}${new Date().toISOString()}`;
  const archive = new ArchiveWriter((bytes) => objects.put(key, bytes));
  try {
    const exported = await connected(adminUrl, (client) =>
      exportDatabase(client, (name, content) => archive.add(name, content)),
    );
    const manifest: Manifest = {
      format: FORMAT,
      version,
      ...exported,
      completedAt: new Date().toISOString(),
      parts: archive.parts,
    };
    await archive.finish(manifest);
    const { tables } = manifest.database;
    log.info(
      { key, takenAt: manifest.takenAt, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) },
      'the rows of all services are in the object store',
    );
  } catch (error) {
    archive.abort();
    throw error;
  }
}

/** Into a database in which nobody has an account yet. The services have to be down. */
async function bringBack(key: string | undefined): Promise<void> {
  if (!key) throw new Refusal('name the backup: restore-rows KEY');
  const { adminUrl, objects } = open();
  const folder = mkdtempSync(join(tmpdir(), 'zo-restore-'));
  try {
    const file = join(folder, 'rows.backup');
    const found = await objects.get(key);
    if (!found) throw new Refusal(`there is no backup ${key} in the object store`);
    await pipeline(found.content, createWriteStream(file, { mode: 0o600 }));
    const archive = await ArchiveReader.open(file);
    try {
      refuseUnknown(archive.manifest);
      await archive.verify();
      await dropEmpty(adminUrl);
      const serviceUrl = adminUrl.replace(/\/\/[^@/]*@/, '//{service}@');
      await fillDatabase(archive, adminUrl, serviceUrl);
      // Migrations that came after the backup.
      await makeTables(adminUrl, serviceUrl);
    } finally {
      archive.close();
    }
    log.info({ key, takenAt: archive.manifest.takenAt }, 'the rows of all services are as they were');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tables of a new installation are made anew, as the backup had them. @throws Refusal where somebody has an account */
async function dropEmpty(adminUrl: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    const { rows } = await client.query<{ there: string | null }>(`select to_regclass('accounts.users') as there`);
    if (rows[0]?.there && (await client.query('select 1 from accounts.users limit 1')).rowCount)
      throw new Refusal('the database is not empty: people have accounts in it');
    for (const schema of [...definitions.map(({ name }) => name), 'events', 'audit'])
      await client.query(`drop schema if exists ${schema} cascade`);
  });
}
