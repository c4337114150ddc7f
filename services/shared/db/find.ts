/** Reads that many requests make: TypeORM would build, parse and plan each of them again. */
import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Ctx } from '@zo/auth';
import { rowsOf } from './statement.js';

type Value = string | number | boolean;

export interface FindRows<T> {
  readonly where: { readonly [Column in keyof T]?: Value };
  /** Columns by which the rows are sorted. */
  readonly order?: readonly (keyof T & string)[];
  /** Locks the rows until the transaction ends. */
  readonly isLocked?: boolean;
}

interface Select {
  readonly sql: string;
  readonly transformed: readonly ColumnMetadata[];
}

const selects = new WeakMap<EntityMetadata, Map<string, Select>>();

/** Returns the rows whose columns have these values, like `find` of TypeORM, by a statement that is prepared once. */
export async function findRows<T extends ObjectLiteral>(
  ctx: Ctx,
  entity: EntityTarget<T>,
  { where, order = [], isLocked = false }: FindRows<T>,
): Promise<T[]> {
  if (!ctx.tx) throw new Error('rows were read outside Database.tx');
  const metadata = ctx.tx.connection.getMetadata(entity);
  const names = Object.keys(where);
  const known = selects.get(metadata) ?? new Map<string, Select>();
  selects.set(metadata, known);
  const key = [isLocked, names, order].join(';');
  const select = known.get(key) ?? selectOf(metadata, { names, order, isLocked });
  known.set(key, select);
  const rows = await rowsOf<Record<string, unknown>>(ctx.tx, select.sql, Object.values(where));
  for (const { propertyName, transformer } of select.transformed)
    for (const row of rows)
      if (transformer && 'from' in transformer) row[propertyName] = transformer.from(row[propertyName]);
  return rows as T[];
}

/** The first of these rows; null if there is none. */
export const findRow = async <T extends ObjectLiteral>(ctx: Ctx, entity: EntityTarget<T>, find: FindRows<T>) =>
  (await findRows(ctx, entity, find))[0] ?? null;

function selectOf(
  metadata: EntityMetadata,
  { names, order, isLocked }: { names: readonly string[]; order: readonly string[]; isLocked: boolean },
): Select {
  const columns = metadata.columns.filter(({ isSelect }) => isSelect);
  const columnOf = (name: string) => `t."${metadata.findColumnWithPropertyName(name)!.databaseName}"`;
  const read = ({ propertyName, databaseName, query }: ColumnMetadata) =>
    `${query ? `(${query('t')})` : `t."${databaseName}"`} as "${propertyName}"`;
  const sql = [
    `select ${columns.map(read).join(', ')} from ${metadata.tablePath} t`,
    `where ${names.map((name, index) => `${columnOf(name)} = $${index + 1}`).join(' and ')}`,
    ...(order.length > 0 ? [`order by ${order.map(columnOf).join(', ')}`] : []),
    ...(isLocked ? ['for update of t'] : []),
  ];
  return { sql: sql.join(' '), transformed: columns.filter(({ transformer }) => transformer) };
}
