/** `npm run password-link -- E-MAIL`: prints a link by which the person with this address sets a new password, once. */
import { resolve } from 'node:path';
import { defineConfig } from '@zo/config';
import type { Client } from 'pg';
import { z } from 'zod';
import { addressOfLink, makeLink, type NewLink } from '@zo/accounts/password-link';
import { Refusal } from '../backup/refusal.js';
import { withDatabase } from '../backup/source.js';

const config = defineConfig({
  ZO_DATA: z.string().min(1),
  ZO_PUBLIC_URL: z.url().optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4600),
  /** Administrator address of an external Postgres; the default is the one in the data folder. */
  DATABASE_URL: z.string().startsWith('postgres', 'must be a postgres:// address').optional(),
});

async function store(client: Client, email: string, { codeHash, expiresAt }: NewLink): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from accounts.users where email = lower($1)', [email]);
  const [user] = rows;
  if (!user) throw new Refusal(`nobody has an account with the address ${email}`);
  await client.query('begin');
  await client.query('insert into accounts.password_links (code_hash, user_id, expires_at) values ($1, $2, $3)', [
    codeHash,
    user.id,
    expiresAt,
  ]);
  await client.query(
    `insert into accounts.admin_actions (id, who, why, action, subject)
     values ($1, 'whoever runs this machine', 'npm run password-link', 'password link', $2)`,
    [crypto.randomUUID(), { user: user.id }],
  );
  await client.query('commit');
}

const [, email, ...more] = process.argv.slice(2);
try {
  if (!email || more.length > 0) throw new Refusal('name one address: npm run password-link -- ada@example.com');
  const link = makeLink();
  await withDatabase({ dataFolder: resolve(config.ZO_DATA), databaseUrl: config.DATABASE_URL }, (client) =>
    store(client, email, link),
  );
  const publicUrl = config.ZO_PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  process.stdout.write(
    `  ${addressOfLink(publicUrl, link.code)}\n  It works once, within a day. Give it to ${email} only.\n`,
  );
} catch (error) {
  process.stderr.write(`zo: ${(error as Error).message.trim().replaceAll(/\s*\n\s*/g, '; ')}\n`);
  process.exit(1);
}
