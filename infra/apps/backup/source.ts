/** The database of an installation, whether the product runs or not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminUrlOptions } from '@zo/db';
import { Client } from 'pg';
import { adminUrlAt, startPostgres } from '@zo/embedded-postgres';
import { FolderInUseError, lockFolder } from '../launcher/lock.js';
import { Refusal } from './refusal.js';

/** Runs `work` on the database. A stopped database is started for it, and locked against other starts meanwhile. */
export async function withDatabase<T>(
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl?: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return connected(databaseUrl, work);
  const folder = join(dataFolder, 'postgres');
  if (!existsSync(join(folder, 'data', 'PG_VERSION')))
    throw new Refusal(`there is no installation in ${dataFolder}; ZO_DATA says where it is`);
  const unlock = lockUnlessRuns(dataFolder);
  if (!unlock) return connected(adminUrlAt(folder), work);
  try {
    const postgres = await startPostgres({ folder });
    return await connected(postgres.adminUrl, work).finally(() => postgres.stop());
  } finally {
    unlock();
  }
}

/** Connects for the duration of `work`. @throws Refusal when the database cannot be reached */
export async function connected<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(adminUrlOptions(adminUrl));
  // A lost connection fails the running statement, which reports the error.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new Refusal(`the database does not answer: ${error.message}`, { cause: error });
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lockUnlessRuns(dataFolder: string): (() => void) | undefined {
  try {
    return lockFolder(dataFolder);
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}
