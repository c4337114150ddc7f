/** What 100,000 schedules cost while nothing is due, and how a burst of due ones is claimed beside them. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '@zo/embedded-postgres';
import { startProduct } from '../testing/product/product.js';
import { print, time } from './report.js';

const IDLE = 100_000;
const IDLE_S = 60;
const BURST = 1_000;
const PEOPLE = 100;
/** Longer than a scheduler sleeps at most, so that it knows of the burst before it is due. */
const BURST_IN_S = 40;

/** Schedules of made-up people, which are due in a year. */
const INSERT_IDLE = `
  insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap, owner,
    tainted, next_at)
  select gen_random_uuid(), u.id, 'idle', 'words', 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0', 'Europe/Berlin', '2026-01-01T08:00:00',
    'once', 3600, 'skip', false, false, now() + interval '1 year' + n * interval '1 second'
  from (select gen_random_uuid() as id from generate_series(1, ${IDLE / 100})) u, generate_series(1, 100) n`;

/** Schedules of more people, which are all due every day at this moment. */
const insertBurst = (due: Date) => `
  insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap, owner,
    tainted, next_at)
  select gen_random_uuid(), u.id, 'burst', 'words',
    'FREQ=DAILY;BYHOUR=${due.getUTCHours()};BYMINUTE=${due.getUTCMinutes()}', 'UTC', '2026-01-01T00:00:00',
    'once', 3600, 'skip', false, false, '${due.toISOString()}'
  from (select gen_random_uuid() as id from generate_series(1, ${PEOPLE})) u, generate_series(1, ${BURST / PEOPLE}) n`;

/** The rows of the same burst, written without working out any time. */
const BARE = [
  `insert into zo.occurrences (schedule_id, user_id, due_at, state)
   select id, user_id, now(), 'due' from zo.schedules where title = 'burst'`,
  `update zo.schedules set next_at = next_at + interval '1 day' where title = 'burst'`,
];

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
    await measureBurst(admin);
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

interface Claimed {
  readonly userId: string;
  readonly lateMs: number;
}

async function measureBurst(admin: Client): Promise<void> {
  const due = Math.ceil((Date.now() + BURST_IN_S * 1_000) / 60_000) * 60_000;
  await admin.query(insertBurst(new Date(due)));
  const floor = await time(async () => {
    await admin.query('begin');
    for (const sql of BARE) await admin.query(sql);
    await admin.query('rollback');
  });
  const claimed = await burstOnceClaimed(admin);
  const ours = Math.max(...claimed.map(({ lateMs }) => lateMs));
  print({ area: 'schedules', name: `${BURST} due at once, claimed`, ours, floor, unit: 'ms', goal: '≤ 5,000 ms' });
  const name = `places between ${PEOPLE} people at most`;
  print({ area: 'schedules', name, ours: unfairness(claimed), unit: 'runs', goal: `≤ ${PEOPLE} (one round)` });
}

/** In the order of their claims. */
async function burstOnceClaimed(admin: Client): Promise<Claimed[]> {
  for (;;) {
    const { rows } = await admin.query<Claimed>(
      `select o.user_id as "userId", extract(epoch from o.created_at - o.due_at)::float8 * 1000 as "lateMs"
       from zo.occurrences o join zo.schedules s on s.id = o.schedule_id where s.title = 'burst' order by o.created_at`,
    );
    if (rows.length >= BURST) return rows;
    await delay(500);
  }
}

/**
 * How many runs were claimed between the first and the last person's n-th run, for the worst n. Claims are one place.
 */
function unfairness(claimed: readonly Claimed[]): number {
  const claims = [...Map.groupBy(claimed, ({ lateMs }) => lateMs).values()];
  const places = new Map<string, number[]>();
  let place = 0;
  for (const claim of claims) {
    for (const { userId } of claim) places.set(userId, [...(places.get(userId) ?? []), place]);
    place += claim.length;
  }
  const rounds = Array.from({ length: BURST / PEOPLE }, (_, n) => [...places.values()].map((own) => own[n] ?? place));
  return Math.max(...rounds.map((round) => Math.max(...round) - Math.min(...round)));
}
