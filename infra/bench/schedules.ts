/** What 100,000 schedules cost while nothing is due, and how soon 1,000 that are due begin. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '@zo/embedded-postgres';
import { Person, startProduct } from '../testing/product/product.js';
import { withModel } from './chat.js';
import { print } from './report.js';

const IDLE = 100_000;
const IDLE_S = 60;
const DUE = 1_000;
/** People with one schedule each, beside the one who has all others. */
const OTHERS = 50;
const PATIENCE_MS = 120_000;

/** Schedules of made-up people, which are due in a year. */
const INSERT_IDLE = `
  insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap, owner,
    tainted, next_at)
  select gen_random_uuid(), u.id, 'idle', 'words', 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0', 'Europe/Berlin', '2026-01-01T08:00:00',
    'once', 3600, 'skip', false, false, now() + interval '1 year' + n * interval '1 second'
  from (select gen_random_uuid() as id from generate_series(1, ${IDLE / 100})) u, generate_series(1, 100) n`;

/** Due at one moment: most of one person, and one of each other. */
const INSERT_DUE = `
  insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap, owner,
    tainted, next_at)
  select gen_random_uuid(), case when n > ${OTHERS} then $1::uuid else gen_random_uuid() end, 'due', 'words',
    'FREQ=YEARLY', 'UTC', to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), 'once', 3600, 'allow',
    n > ${OTHERS}, false, $2
  from generate_series(1, ${DUE}) n`;

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
    const ada = await Person.claim(product);
    const { provider } = await withModel(ada);
    await admin.query(INSERT_IDLE);
    await admin.query('analyze zo.schedules');
    await measureIdle(admin);
    for (let n = 0; n < DUE; n++) provider.script((answer) => (answer.text('Done.'), answer.end()));
    await measureDue(admin, ada.me.claims.id);
    await provider.stop();
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

async function measureDue(admin: Client, userId: string): Promise<void> {
  const at = Date.now() + 3_000;
  await admin.query(INSERT_DUE, [userId, new Date(at)]);
  // As after saving one: the timer of the service sees it at its next look.
  const left = async (own: boolean) => {
    const { rows } = await admin.query<{ left: number }>(
      `select ${own ? DUE - OTHERS : OTHERS} - count(*)::int as left from zo.occurrences o join zo.schedules s on s.id = o.schedule_id
       where s.title = 'due' and s.owner = $1 and o.state <> 'due'`,
      [own],
    );
    return rows[0]!.left;
  };
  const claimed = async () =>
    (
      await admin.query<{ at: Date | null }>(
        `select min(o.created_at) as at from zo.occurrences o join zo.schedules s on s.id = o.schedule_id where s.title = 'due'`,
      )
    ).rows[0]!.at?.getTime();
  let others: number | undefined;
  let all: number | undefined;
  for (const until = Date.now() + PATIENCE_MS; all === undefined && Date.now() < until; await delay(50)) {
    if (others === undefined && (await left(false)) === 0) others = Date.now();
    if (others !== undefined && (await left(true)) === 0) all = Date.now();
  }
  const begun = await claimed();
  if (begun === undefined || others === undefined || all === undefined) throw new Error('the runs did not begin');
  const name = `${OTHERS} people beside one with ${DUE - OTHERS}`;
  print({ area: 'schedules', name, ours: (others - begun) / 1_000, unit: 's', goal: 'before all others' });
  print({ area: 'schedules', name: `${DUE} due, all begun`, ours: (all - begun) / 1_000, unit: 's', goal: '≤ 5 s' });
}
