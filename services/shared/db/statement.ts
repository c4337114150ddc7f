/** Hand-written statements, for repositories whose queries go beyond what entities can express. */
import { createHash } from 'node:crypto';
import { type ClientBase, Query, type QueryResult, type QueryResultRow } from 'pg';
import { type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { Ctx, Statement } from '@zo/auth';

/**
 * Runs one statement and returns its rows, in the transaction of `tx` if there is one. There it is prepared once per
 * connection, because parsing and planning the wide statements costs more than running them. The text must be constant;
 * pass values in `values`.
 */
export async function rowsOf<T>(
  tx: Pick<EntityManager, 'query' | 'queryRunner'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  if (!tx.queryRunner) return (await tx.query(sql, [...values])) as T[];
  // Its connection may be in another transaction by now, or lost.
  if (tx.queryRunner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const { rows } = await send<T>((await tx.queryRunner.connect()) as ClientBase, { sql, values });
  return rows;
}

/**
 * Sends a statement whose result is not needed together with the commit of the context's transaction, which saves a
 * round trip. If it fails, `Database.tx` throws and the transaction is rolled back.
 */
export function atCommit(ctx: Ctx, sql: string, values: readonly unknown[]): void {
  if (!ctx.closing) throw new Error('a statement was left to a commit outside Database.tx');
  ctx.closing.push({ sql, values });
}

/** Sends a statement, which is prepared once per connection. */
export async function send<T>(
  client: Pick<ClientBase, 'query'>,
  { sql, values }: Statement,
): Promise<QueryResult<T & QueryResultRow>> {
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result: unknown) =>
        error ? reject(error) : resolve(result as QueryResult<T & QueryResultRow>);
      client.query(new PreparedQuery(sql, [...values], done));
    });
  } catch (error) {
    // Its own stack begins at the socket and does not say who sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Given a configuration with the name instead, the client would clone it, at a tenth of what a request costs in all.
 */
class PreparedQuery extends Query {
  readonly name: string;

  constructor(...[sql, values, done]: [string, unknown[], (error: Error | undefined, result: unknown) => void]) {
    super(sql, values, done);
    this.name = nameOf(sql);
  }
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}
