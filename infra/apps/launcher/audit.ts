/**
 * `audit verify [--user id]`: checks whether the audit log is unchanged. `DATABASE_URL` is the address of a role that
 * sees all rows; the anchors are read from the objects of the installation (`ZO_DATA`, or the S3 settings). Exits with
 * 1 when a chain is broken.
 */
import { parseArgs } from 'node:util';
import { anchoredHeads, verifyAudit } from '@zo/audit';
import { openObjects } from '@zo/bootstrap';
import { defineConfig, engines } from '@zo/config';
import { adminUrlOptions } from '@zo/db';
import { Client } from 'pg';
import { z } from 'zod';

const USAGE = 'usage: audit verify [--user id]';

function read(args: readonly string[]): { user?: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { user: { type: 'string' } },
  });
  if (positionals.join() !== 'verify') throw new Error(USAGE);
  return { user: z.uuid({ error: USAGE }).optional().parse(values.user) };
}

let asked: ReturnType<typeof read>;
try {
  asked = read(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof z.ZodError ? USAGE : (error as Error).message}\n`);
  process.exit(2);
}
const config = defineConfig({
  ...engines,
  DATABASE_URL: z.string().startsWith('postgres', 'must be a postgres:// address'),
  ZO_DATA: z.string().min(1),
});
const client = new Client(adminUrlOptions(config.DATABASE_URL));
await client.connect();
try {
  const anchors = await anchoredHeads(openObjects(config, config.ZO_DATA));
  const { users, rows, errors } = await verifyAudit(
    async <T>(sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows as T[],
    anchors,
    asked.user,
  );
  for (const error of errors) process.stdout.write(`${error}\n`);
  process.stdout.write(
    `${rows} rows of ${asked.user ? 1 : users} users, ${anchors.length} anchors: ` +
      `${errors.length === 0 ? 'nothing was changed' : `${errors.length} chains are broken`}\n`,
  );
  if (errors.length > 0) process.exitCode = 1;
} finally {
  await client.end();
}
