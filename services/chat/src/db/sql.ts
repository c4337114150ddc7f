import type { Ctx } from '@zo/auth';
import { rowsOf } from '@zo/db';

/** Returns the rows of one statement in the context's transaction. Only repositories contain statements. */
export function query<T>(ctx: Pick<Ctx, 'tx'>, sql: string, values: readonly unknown[] = []): Promise<T[]> {
  if (!ctx.tx) throw new Error('a statement was run outside Database.tx');
  return rowsOf<T>(ctx.tx, sql, values);
}

/** True for Postgres' unique_violation on the named index. */
export function isTaken(error: unknown, index: string): boolean {
  const databaseError = error as {
    code?: string;
    constraint?: string;
    driverError?: { code?: string; constraint?: string };
  };
  const { code, constraint } = databaseError.driverError ?? databaseError;
  return code === '23505' && constraint === index;
}

/** `bigint` columns, which the driver reads as text; our counts and sequence numbers are exact as numbers. */
export const toNumber = { to: (value: unknown) => value, from: Number };

/** A LIKE pattern that matches the text literally. */
export const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
