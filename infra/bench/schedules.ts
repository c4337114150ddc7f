/** What 100,000 schedules cost while nothing is due. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '@zo/embedded-postgres';
import { startProduct } from '../testing/product/product.js';
import { print } from './report.js';

const IDLE = 100_000;
const IDLE_S = 60;

/** Schedules of made-up people, which are due in a year. */
const INSERT_IDLE = `
  insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap, owner,
    tainted, next_at)
  select gen_random_uuid(), u.id, 'idle', 'words', 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0', 'Europe/Berlin', '2026-01-01T08:00:00',
    'once', 3600, 'skip', false, false, now() + interval '1 year' + n * interval '1 second'
  from (select gen_random_uuid() as id from generate_series(1, ${IDLE / 100})) u, generate_series(1, 100) n`;

export async function schedules(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zo-bench-schedules-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    maxConnections: 100,
    countStatements: true,
  });
  const product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_CHECK_ANSWERS: undefined } });
  const admin = new Client({ connectionString: postgres.adminUrl });
  try {
    await admin.connect();
    await admin.query('create extension pg_stat_statements');
    await admin.query(INSERT_IDLE);
    await admin.query('analyze zo.schedules');
    await measureIdle(admin);
  } finally {
    await admin.end();
    await product.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureIdle(admin: Client): Promise<void> {
  await admin.query('select pg_stat_statements_reset()');
  await delay(IDLE_S * 1_000);
  const { rows } = await admin.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where query ilike '%from schedules%' or query ilike '%from occurrences%'`,
  );
  const ours = rows[0]!.calls / IDLE_S;
  print({ area: 'schedules', name: `queries with ${IDLE} idle`, ours, unit: '1/s', goal: '≤ 1/s' });
}
