import type { Ctx } from '@zo/shared/auth';
import type { EntityManager } from 'typeorm';

/** Rows of one statement in the transaction of the context. Statements stand in repositories only. */
export function query<T>(ctx: Pick<Ctx, 'tx'>, sql: string, values: readonly unknown[] = []): Promise<T[]> {
  if (!ctx.tx) throw new Error('a statement was run outside Database.tx');
  return rowsOf<T>(ctx.tx, sql, values);
}

/** The same for a manager at hand. TypeORM answers updates as `[rows, count]`. */
export async function rowsOf<T>(tx: Pick<EntityManager, 'query'>, sql: string, values: readonly unknown[] = []): Promise<T[]> {
  const result: unknown = await tx.query(sql, [...values]);
  if (Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number') return result[0] as T[];
  return result as T[];
}

/** Postgres' unique_violation, of the named index. */
export function isTaken(error: unknown, index: string): boolean {
  const fault = error as { code?: string; constraint?: string; driverError?: { code?: string; constraint?: string } };
  const { code, constraint } = fault.driverError ?? fault;
  return code === '23505' && constraint === index;
}
