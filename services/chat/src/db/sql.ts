import type { Ctx } from '@zo/auth';
import { rowsOf } from '@zo/db';

/** Rows of one statement in the transaction of the context. Statements stand in repositories only. */
export function query<T>(ctx: Pick<Ctx, 'tx'>, sql: string, values: readonly unknown[] = []): Promise<T[]> {
  if (!ctx.tx) throw new Error('a statement was run outside Database.tx');
  return rowsOf<T>(ctx.tx, sql, values);
}

/** Postgres' unique_violation, of the named index. */
export function isTaken(error: unknown, index: string): boolean {
  const fault = error as { code?: string; constraint?: string; driverError?: { code?: string; constraint?: string } };
  const { code, constraint } = fault.driverError ?? fault;
  return code === '23505' && constraint === index;
}
