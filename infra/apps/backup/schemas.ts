/** The schemas of an installation, and whether anybody has an account in them. */
import type { Client } from 'pg';
import { definitions } from '../launcher/definitions.js';

export const SCHEMAS: readonly string[] = [...definitions.map(({ name }) => name), 'events', 'audit'];

/** Those of the schemas that the database has. */
export async function schemasIn(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

export async function dropSchemas(client: Client, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) await client.query(`drop schema if exists ${schema} cascade`);
}

/**
 * Begins a transaction as the owner of the tables with access to all tenants: other roles, even the administrator, see
 * no rows.
 */
export async function asOwner(client: Client, role: 'zo_accounts' | 'zo_compute'): Promise<void> {
  await client.query(`begin; set local role ${role}; set local app.all_tenants = 'on'`);
}

export async function hasPeople(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('accounts.users') as there`);
  if (!rows[0]?.there) return false;
  await asOwner(client, 'zo_accounts');
  const { rowCount } = await client.query('select 1 from accounts.users limit 1');
  await client.query('commit');
  return rowCount !== 0;
}
