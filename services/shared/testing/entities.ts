import type { ServiceDefinition } from '@zo/bootstrap';
import { Database, rowsOf } from '@zo/db';
import { testDatabase } from './database.js';

interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

const COLUMNS = `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
    atthasdef or attidentity <> '' as "hasDefault"
  from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`;

/** Returns what the entities of a service say otherwise than the tables that its migrations make. */
export async function entityFaults({ name, entities = [], migrations = [] }: ServiceDefinition): Promise<string[]> {
  const test = await testDatabase();
  const database = new Database({ service: name, url: test.serviceUrl, entities, migrations });
  await database.open();
  try {
    const mismatches: string[] = [];
    for (const { tablePath, columns } of database.dataSource.entityMetadatas) {
      const inTable = new Map(
        (await rowsOf<TableColumn>(database.dataSource, COLUMNS, [tablePath])).map((row) => [row.name, row]),
      );
      for (const column of columns.filter(({ isVirtualProperty }) => !isVirtualProperty)) {
        const found = inTable.get(column.databaseName);
        inTable.delete(column.databaseName);
        const type = `${database.dataSource.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`;
        const hasDefault = column.default !== undefined || column.isGenerated || !column.isInsert;
        const declared = { name: column.databaseName, type, nullable: column.isNullable };
        if (found?.type !== type || found.nullable !== column.isNullable || (hasDefault && !found.hasDefault))
          mismatches.push(`${tablePath}: ${JSON.stringify(declared)}, but the table has ${JSON.stringify(found)}`);
      }
      for (const { name: missing, nullable, hasDefault } of inTable.values())
        if (!nullable && !hasDefault) mismatches.push(`${tablePath}: no value for ${missing}`);
    }
    return mismatches;
  } finally {
    await database.close();
    await test.drop();
  }
}
