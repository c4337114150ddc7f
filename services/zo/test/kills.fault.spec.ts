/** Replicas of the service die by SIGKILL while they claim what is due. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { adminUrlOptions } from '@zo/db';
import { zoEvents } from '@zo/proto/topics';
import { eventually, type TestPlatform, testPlatform } from '@zo/testing';
import { Client } from 'pg';

const MAIN = new URL('./service-process.ts', import.meta.url);
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url);
const REPLICAS = 4;
const USERS = 100;
const DUE = 10_000;
/** Times that are claimed between two kills. */
const BETWEEN_KILLS = 1_500;
let platform: TestPlatform;
let sql: Client;
const replicas: ChildProcess[] = [];
let killed = 0;

beforeAll(async () => {
  platform = await testPlatform();
  sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
  // The first one writes the tables.
  await once(start().stdout!, 'data');
  await kill();
});
afterAll(async () => {
  while (replicas.length > 0) await kill();
  await sql?.end();
  await platform?.close();
});

function start(): ChildProcess {
  const child = spawn(process.execPath, ['--import', HOOKS.href, MAIN.pathname], {
    env: { ...process.env, ...platform.environment, NODE_OPTIONS: '', ZO_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  replicas.push(child);
  return child;
}

/** The replica that has run the longest. */
async function kill(): Promise<void> {
  const child = replicas.shift()!;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  killed += 1;
}

/** Due since an hour, and next tomorrow. */
const addSchedules = () =>
  sql.query(
    `insert into zo.schedules (id, user_id, title, instruction, rrule, zone, starts_at, misfire, grace_s, overlap,
       owner, tainted, next_at)
     select gen_random_uuid(), users.id, 'a', 'b', 'FREQ=DAILY;BYMINUTE=0;BYHOUR=' || extract(hour from due.at), 'UTC',
       '2026-01-01T00:00:00', 'once', 7200, 'allow', false, false, due.at at time zone 'UTC'
     from (select gen_random_uuid() as id from generate_series(1, ${USERS})) users,
       generate_series(1, ${DUE / USERS}),
       (select date_trunc('hour', now() at time zone 'UTC') as at) due`,
  );

const claimed = async () =>
  (await sql.query<{ count: number }>('select count(*)::int as count from zo.occurrences')).rows[0]!.count;

/** Times that chat is told of, with repetitions. */
async function told(): Promise<string[]> {
  const { rows } = await sql.query<{ payload: Buffer }>(
    `select payload from events.log where topic = 'zo.events.v1' order by partition, "offset"`,
  );
  const { message } = zoEvents.events['occurrence.due'];
  return rows.map(({ payload }) => {
    const { scheduleId, dueAt } = fromBinary(message, payload) as unknown as { scheduleId: string; dueAt: bigint };
    return `${scheduleId} ${dueAt}`;
  });
}

it('D12 ZR-05 of 10,000 due times each is claimed once by four replicas, of which one is always killed', async () => {
  await addSchedules();
  killed = 0;
  for (let n = 0; n < REPLICAS; n++) start();
  let atLast = 0;
  for (let count = 0; count < DUE;) {
    const before = count;
    // On a busy machine all of them take minutes.
    count = await eventually(async () => {
      const now = await claimed();
      return now > before && now;
    });
    if (count < DUE && count - atLast >= BETWEEN_KILLS) {
      atLast = count;
      await kill();
      start();
    }
  }
  const { rows } = await sql.query<{ at: string; state: string }>(
    `select schedule_id || ' ' || (extract(epoch from due_at) * 1000)::bigint as at, state from zo.occurrences`,
  );
  const times = rows.map(({ at }) => at);
  expect([times.length, new Set(times).size, new Set(rows.map(({ state }) => state))]).toEqual([
    DUE,
    DUE,
    new Set(['due']),
  ]);
  const events = await told();
  expect([events.length, new Set(events)]).toEqual([DUE, new Set(times)]);
  expect(killed).toBeGreaterThanOrEqual(3);
});
