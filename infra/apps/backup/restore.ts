/**
 * Creates an installation from a backup. It is built beside its final folder and renamed in one step, once everything
 * is right.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { topics } from '@zo/proto/topics';
import { unpackFolders } from '@zo/archive';
import { auditStatements } from '@zo/audit';
import { Database, prepareDatabase } from '@zo/db';
import { eventLogStatements } from '@zo/events';
import { startPostgres } from '@zo/embedded-postgres';
import type { Client } from 'pg';
import { definitions } from '../launcher/definitions.js';
import { lockFolder } from '../launcher/lock.js';
import { ArchiveReader } from './archive-reader.js';
import { importDatabase } from './import.js';
import type { DatabaseManifest, Manifest } from './manifest.js';
import { Refusal } from './refusal.js';
import { dropSchemas, hasPeople, schemasIn } from './schemas.js';
import { connected } from './source.js';

/** Why a folder could not be replaced, by errno. */
const REFUSED: Readonly<Record<string, string>> = {
  EBUSY: 'is a disk of its own and cannot be replaced; set ZO_DATA to a folder on it',
  ENOTEMPTY: 'is not empty any more: something began to use it meanwhile',
};

export interface RestoreOptions {
  readonly file: string;
  readonly dataFolder: string;
  /** Address of an empty external database, as a role that may create roles and schemas. */
  readonly databaseUrl?: string;
}

export async function restore({ file, dataFolder, databaseUrl }: RestoreOptions): Promise<Manifest> {
  if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
    throw new Refusal(`${dataFolder} is not empty; a backup is restored into an empty folder (ZO_DATA)`);
  const archive = await ArchiveReader.open(file);
  try {
    const { files } = archive.manifest;
    if (!files) throw new Refusal(`${file} holds rows only; it was made in a cluster and is restored there`);
    refuseUnknown(archive.manifest);
    await archive.verify();
    await inPlaceOf(dataFolder, async (folder) => {
      await unpackFolders(folder, await archive.part(files.part));
      await restoreDatabase(archive, join(folder, 'postgres'), databaseUrl);
    });
    return archive.manifest;
  } finally {
    archive.close();
  }
}

/**
 * Refuses a schema with migrations unknown to this release, which may contain what it does not understand. @throws
 * Refusal
 */
export function refuseUnknown({ version, database: { migrations } }: Manifest): void {
  for (const [service, names] of Object.entries(migrations)) {
    const known =
      definitions.find(({ name }) => name === service)?.migrations?.map((Migration) => new Migration().name) ?? [];
    const unknown = names.find((name) => !known.includes(name));
    if (unknown)
      throw new Refusal(
        `the backup was made by a newer release (${version}): this one does not know ${service}.${unknown}`,
      );
  }
}

/** Runs `work` on a new folder beside `folder`, then renames it to `folder`; a failure changes nothing. */
async function inPlaceOf(folder: string, work: (made: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const place = join(realpathSync(dirname(folder)), basename(folder));
  const made = `${place}.restoring`;
  mkdirSync(made, { recursive: true });
  chmodSync(made, 0o711);
  const unlock = lockFolder(made);
  try {
    // A folder that cannot be replaced is refused before anything is restored into a database elsewhere.
    if (existsSync(place)) {
      renameSync(place, `${place}.replaced`);
      renameSync(`${place}.replaced`, place);
    }
    // Left by an attempt that was killed.
    for (const name of readdirSync(made))
      if (name !== 'lock') rmSync(join(made, name), { recursive: true, force: true });
    await work(made);
    await sync(made);
    unlock();
    renameSync(made, place);
    await sync(dirname(place));
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    const why = REFUSED[(error as NodeJS.ErrnoException).code ?? ''];
    throw why ? new Refusal(`${folder} ${why}`, { cause: error }) : error;
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function restoreDatabase(archive: ArchiveReader, folder: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl) {
    const before = await connected(databaseUrl, refuseFilled);
    return fillDatabase(archive, databaseUrl).catch(async (error: unknown) => {
      await connected(databaseUrl, (client) => dropMade(client, before)).catch(() => undefined);
      throw error;
    });
  }
  const postgres = await startPostgres({ folder });
  await fillDatabase(archive, postgres.adminUrl).finally(() => postgres.stop());
}

export async function fillDatabase(archive: ArchiveReader, adminUrl: string): Promise<void> {
  const { database } = archive.manifest;
  await makeTables(adminUrl, database.migrations);
  await connected(adminUrl, (client) => importDatabase(client, database, (part) => archive.part(part)));
}

/** Returns the schemas that are there all the same. @throws Refusal when there is one of a service */
async function refuseFilled(client: Client): Promise<string[]> {
  const there = await schemasIn(client);
  if (there.some((schema) => definitions.some(({ name }) => name === schema)))
    throw new Refusal('the database is not empty; a backup is restored into an empty one (DATABASE_URL)');
  return there;
}

/**
 * Drops the schemas of an attempt that failed, so that the next one is not refused. Its rows were rolled back: if there
 * are accounts, something else uses the database by now.
 */
async function dropMade(client: Client, before: readonly string[]): Promise<void> {
  if (await hasPeople(client)) return;
  await dropSchemas(
    client,
    (await schemasIn(client)).filter((schema) => !before.includes(schema)),
  );
}

/** Creates the tables of this release, or with `seen` only by the migrations that are named there. */
export async function makeTables(adminUrl: string, seen?: DatabaseManifest['migrations']): Promise<void> {
  await prepareDatabase({
    adminUrl,
    services: definitions.map(({ name }) => name),
    statements: [...eventLogStatements(topics), ...auditStatements],
  });
  for (const { name: service, entities = [], migrations = [] } of definitions) {
    const wanted = seen ? migrations.filter((Migration) => seen[service]?.includes(new Migration().name)) : migrations;
    // Uses the service's role through the administrator, so that the service's password is not needed.
    const database = new Database({ service, role: `zo_${service}`, url: adminUrl, entities, migrations: wanted });
    await database.open().finally(() => database.close());
  }
}
