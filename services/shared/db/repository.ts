/** Repositories of TypeORM in the transaction of a context. */
import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import type { Ctx } from '@zo/auth';

/**
 * Returns the repository of the context's transaction. @throws outside a transaction, because every read and write
 * needs a tenant
 */
export function repositoryOf<T extends ObjectLiteral>(ctx: Ctx, entity: EntityTarget<T>): Repository<T> {
  if (!ctx.tx) throw new Error('a repository was used outside Database.tx');
  return ctx.tx.getRepository(entity);
}

/**
 * Values for an insert or update. TypeORM's own type looks into the JSON of a column, where it refuses what JSON may
 * contain.
 */
export const valuesOf = <T>(values: { readonly [Column in keyof T]?: T[Column] | (() => string) }) =>
  values as QueryDeepPartialEntity<T>;
