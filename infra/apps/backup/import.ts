/** Restores the rows of a backup, also as a role that is no superuser: as the owner of each table. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { from } from 'pg-copy-streams';
import { type Found, OWN, place, rowsOf, TABLES, target } from './database.js';
import type { DatabaseManifest } from './manifest.js';
import { Refusal } from './refusal.js';

interface Reference {
  readonly schema: string;
  readonly name: string;
  readonly owner: string;
  readonly constraint: string;
  readonly definition: string;
}

const REFERENCES = `select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner,
  k.conname as constraint, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${OWN} order by 1, 2, 4`;
const FORCED = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relforcerowsecurity and ${OWN}`;
const SEQUENCE_OWNERS = `select schemaname || '.' || sequencename as name, sequenceowner as owner from pg_sequences`;

/**
 * Replaces all rows by those of a backup, in one transaction. The tables must exist. Foreign keys are dropped and
 * created again, which checks them, because no order of the tables satisfies all; triggers and row level security are
 * disabled meanwhile.
 */
export async function importDatabase(
  client: Client,
  database: DatabaseManifest,
  open: (part: string) => Promise<Readable>,
): Promise<void> {
  const there: Found[] = await rowsOf<Found>(client, TABLES);
  const missing = database.tables.find(
    ({ schema, name }) => !there.some((table) => table.schema === schema && table.name === name),
  );
  if (missing)
    throw new Refusal(`the backup has a table this release does not know: ${missing.schema}.${missing.name}`);
  await client.query('begin');
  // A definition leaves out a schema that is searched, such as the one named like this role, which no owner searches.
  await client.query(`set local search_path to ''`);
  const references: Reference[] = await rowsOf<Reference>(client, REFERENCES);
  for (const { constraint, ...table } of references)
    await alter(client, table, `drop constraint ${escapeIdentifier(constraint)}`);
  const forced = new Set((await rowsOf<{ name: string }>(client, FORCED)).map(({ name }) => name));
  for (const table of there) {
    await alter(client, table, 'disable trigger user, no force row level security');
    await client.query(`truncate ${place(table)}`);
    const kept = database.tables.find(({ schema, name }) => table.schema === schema && table.name === name);
    if (kept) await fill(client, kept, await open(kept.part));
  }
  for (const { constraint, definition, ...table } of references)
    await alter(client, table, `add constraint ${escapeIdentifier(constraint)} ${definition}`);
  for (const table of there) {
    const isForced = forced.has(`${table.schema}.${table.name}`);
    await alter(client, table, `enable trigger user${isForced ? ', force row level security' : ''}`);
  }
  await setSequences(client, database.sequences);
  await client.query('commit');
}

async function fill(client: Client, table: DatabaseManifest['tables'][number], content: Readable): Promise<void> {
  const into = client.query(from(`copy ${target(table)} from stdin`));
  await pipeline(content, createZstdDecompress(), into);
  if (into.rowCount !== table.rows)
    throw new Refusal(
      `${table.schema}.${table.name} has ${into.rowCount} rows, and not the ${table.rows} of the backup`,
    );
}

async function setSequences(client: Client, sequences: DatabaseManifest['sequences']): Promise<void> {
  const rows: { name: string; owner: string }[] = await rowsOf(client, SEQUENCE_OWNERS);
  const owners = new Map(rows.map(({ name, owner }) => [name, owner]));
  for (const sequence of sequences) {
    const owner = owners.get(`${sequence.schema}.${sequence.name}`);
    if (owner) await client.query(`set local role ${escapeIdentifier(owner)}`);
    await client.query('select setval($1, $2::bigint)', [place(sequence), sequence.value]);
  }
}

async function alter(
  client: Client,
  table: { readonly schema: string; readonly name: string; readonly owner: string },
  how: string,
): Promise<void> {
  await client.query(`set local role ${escapeIdentifier(table.owner)}`);
  await client.query(`alter table ${place(table)} ${how}`);
}
