/** Statements written by hand, for repositories whose queries are more than an entity can say. */
import { createHash } from 'node:crypto';
import type { ClientBase, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Ctx, Statement } from '@zo/auth';

/**
 * Rows of one statement, in the transaction of `tx` where there is one. There it is prepared once for each connection:
 * parsing and planning the wide ones costs more than running them. Texts have to be fixed, values go in `values`.
 */
export async function rowsOf<T>(
  tx: Pick<EntityManager, 'query' | 'queryRunner'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  if (!tx.queryRunner) return (await tx.query(sql, [...values])) as T[];
  const client = (await tx.queryRunner.connect()) as ClientBase;
  const { rows } = await client.query<T & QueryResultRow>(prepared({ sql, values }));
  return rows;
}

/**
 * Sends a statement whose result nobody needs together with the commit of the context's transaction: a round trip less
 * before the commit is answered. Its failure is that of `Database.tx`, and nothing of the transaction is kept.
 */
export function atCommit(ctx: Ctx, sql: string, values: readonly unknown[]): void {
  if (!ctx.closing) throw new Error('a statement was left to a commit outside Database.tx');
  ctx.closing.push({ sql, values });
}

export const prepared = ({ sql, values }: Statement) => ({ name: nameOf(sql), text: sql, values: [...values] });

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}
