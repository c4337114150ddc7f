/** Row-level security: whose rows a transaction sees. */
import type { EntityManager } from 'typeorm';
import { rowsOf } from './statement.js';

/** Shows the rows of all users to the rest of a transaction that began as one user, e.g. to check what is taken. */
export async function seeAllTenants(tx: EntityManager): Promise<void> {
  await rowsOf(tx, `select set_config('app.all_tenants', 'on', true)`);
}

/**
 * SQL of the row-level security policies of a table with a `user_id` column. `force` applies them to the table's owner
 * too, which is our own role.
 */
export function tenantPolicies(table: string, column = 'user_id'): string[] {
  const mine = `${column} = nullif(current_setting('app.user_id', true), '')::uuid or current_setting('app.all_tenants', true) = 'on'`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (${mine}) with check (${mine})`,
  ];
}
