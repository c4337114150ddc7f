/**
 * Backs up the rows of an installation in a cluster to its object store, and restores them: `service.mjs backup-rows`
 * and `service.mjs restore-rows [KEY]`. Homes are not included, because each has its own backups (ComputerBackup); nor
 * are the keys, which are in a Secret that the team created.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NEWEST_ROWS } from '@zo/compute/operator/transfers';
import { defineConfig, engines } from '@zo/config';
import { type ObjectStore, S3Objects, s3Settings } from '@zo/objects';
import { logger } from '@zo/observability';
import type { Client } from 'pg';
import { z } from 'zod';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { exportDatabase } from './database.js';
import { FORMAT, type Manifest } from './manifest.js';
import { Refusal } from './refusal.js';
import { fillDatabase, makeTables, refuseUnknown } from './restore.js';
import { asOwner, dropSchemas, hasPeople, SCHEMAS } from './schemas.js';
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
    /** A role that may create roles and schemas, and is a member of the services' roles. */
    DATABASE_ADMIN_URL: z.string().startsWith('postgres', 'must be a postgres:// address'),
    /** Release of the product, as information in the manifest. */
    ZO_VERSION: z.string().default('unknown'),
  });
  return { adminUrl, version, objects: new S3Objects(s3Settings(settings)) };
}

export const backUpRows = () => runAndExit(store());
export const restoreRows = (key: string | undefined) => runAndExit(restoreFrom(key));

/** Only lists the computers, when the rows have been restored already. */
export const listHomes = () => runAndExit(nameHomes(open().adminUrl));

/** Exits after the work: these processes do only one thing. */
async function runAndExit(work: Promise<void>): Promise<never> {
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
    await objects.put(NEWEST_ROWS, Readable.from([Buffer.from(key)]));
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

/**
 * Restores into a database without accounts, while the services are down. Without a key it uses the newest backup. The
 * output lists every computer (`home ID USER HANDLE`), so that the homes can be restored, too.
 */
async function restoreFrom(named: string | undefined): Promise<void> {
  const { adminUrl, objects } = open();
  const key = named ?? (await newest(objects));
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
      await fillDatabase(archive, adminUrl);
      // Runs the migrations that are newer than the backup.
      await makeTables(adminUrl);
    } finally {
      archive.close();
    }
    log.info({ key, takenAt: archive.manifest.takenAt }, 'the rows of all services were restored');
    await nameHomes(adminUrl);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The key of the newest backup: keys are times, and a backup that broke off has none. */
async function newest(objects: ObjectStore): Promise<string> {
  let last: string | undefined;
  for await (const { key } of objects.list(PREFIX)) if (key > (last ?? '')) last = key;
  if (!last) throw new Refusal(`there is no backup in the object store (${PREFIX})`);
  return last;
}

async function nameHomes(adminUrl: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    for (const { id, userId, handle } of await computersIn(client))
      process.stdout.write(`home ${id} ${userId} ${handle}\n`);
  });
}

async function computersIn(client: Client): Promise<{ id: string; userId: string; handle: string }[]> {
  await asOwner(client, 'zo_compute');
  const { rows } = await client.query<{ id: string; userId: string; handle: string }>(
    'select id, user_id as "userId", handle from compute.computers order by id',
  );
  await client.query('commit');
  return rows;
}

/**
 * Drops the empty schemas of a new installation, which are recreated as the backup had them. @throws Refusal when there
 * are accounts
 */
async function dropEmpty(adminUrl: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    if (await hasPeople(client)) throw new Refusal('the database is not empty: it has accounts');
    await dropSchemas(client, SCHEMAS);
  });
}
