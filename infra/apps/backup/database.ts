/**
 * Exports the rows of all services from one snapshot. On restore, the migrations of the product create the tables, up
 * to those that the backup names; the next start runs the rest. So a backup depends neither on the version of Postgres
 * it came from, nor on its tools.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Client, escapeIdentifier } from 'pg';
import { type CopyToStreamQuery, to } from 'pg-copy-streams';
import type { DatabaseManifest, TableManifest } from './manifest.js';
import { Refusal } from './refusal.js';

export const OWN = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
export const TABLES = `select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner,
  array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and ${OWN} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1, 2, 3
    order by 1, 2`;
const SEQUENCES = `select schemaname as schema, sequencename as name, last_value::text as value
  from pg_sequences where last_value is not null order by 1, 2`;

export type Found = Pick<TableManifest, 'schema' | 'name' | 'columns'> & { readonly owner: string };
type Place = Pick<TableManifest, 'schema' | 'name'>;
type Add = (part: string, content: Readable) => Promise<unknown>;

/** Adds every table as a part, all from one snapshot. */
export async function exportDatabase(
  client: Client,
  add: Add,
): Promise<{ takenAt: string; database: DatabaseManifest }> {
  await client.query('begin isolation level repeatable read read only');
  const [{ at, server, isSuperuser }] = await rowsOf<{ at: Date; server: string; isSuperuser: boolean }>(
    client,
    `select now() as at, current_setting('server_version') as server, current_setting('is_superuser') = 'on' as ` +
      '"isSuperuser"',
  );
  const found = await rowsOf<Found>(client, TABLES);
  if (found.length === 0) throw new Refusal('the database is empty: there is nothing to back up');
  const copies: (Omit<TableManifest, 'rows'> & { copy: CopyToStreamQuery })[] = [];
  const migrations: Record<string, string[]> = {};
  for (const { owner, ...table } of found) {
    // A role that is no superuser sees the rows of all tenants only as the owner with `app.all_tenants`.
    if (!isSuperuser) await client.query(`set local role ${escapeIdentifier(owner)}; set local app.all_tenants = 'on'`);
    const copy = client.query(to(`copy ${target(table)} to stdout`));
    const part = `database/${table.schema}.${table.name}.copy.zst`;
    const packed = createZstdCompress();
    await Promise.all([pipeline(copy, packed), add(part, packed)]);
    copies.push({ ...table, part, copy });
    if (table.name === 'migrations')
      migrations[table.schema] = (
        await rowsOf<{ name: string }>(client, `select name from ${place(table)} order by id`)
      ).map(({ name }) => name);
  }
  await client.query('commit');
  // The server reports the row count of a copy only after its last row, so it is read here.
  const tables = copies.map(({ copy, ...table }) => ({ ...table, rows: copy.rowCount }));
  // Sequences are read after the rows: a number assigned meanwhile is never assigned again.
  return {
    takenAt: at.toISOString(),
    database: { server, migrations, tables, sequences: await rowsOf(client, SEQUENCES) },
  };
}

export const place = ({ schema, name }: Place) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
export const target = (table: Place & Pick<TableManifest, 'columns'>) =>
  `${place(table)} (${table.columns.map(escapeIdentifier).join(', ')})`;

export async function rowsOf<T extends object>(client: Client, sql: string): Promise<[T, ...T[]]> {
  return (await client.query<T>(sql)).rows as [T, ...T[]];
}
