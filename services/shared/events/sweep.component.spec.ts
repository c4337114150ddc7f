import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountsEvents, consumerGroups } from '@zo/proto/topics';
import type { Database } from '@zo/db';
import { eventually } from '@zo/testing/service';
import { type TestEventLog, testEventLog } from '@zo/testing/events';
import { LogSweeper } from './sweep.js';

const KEEP_HOURS = 48;

let log: TestEventLog;
beforeAll(async () => {
  log = await testEventLog();
  // Wait for the log's own sweep; the next one is far away.
  await eventually(
    async () =>
      (await query<unknown[]>(`select 1 from events.sweep where lease_until > now() + interval '1 minute'`)).length ===
      1,
  );
});
afterAll(() => log.close());

const query = <T>(sql: string, parameters: unknown[] = []) => log.database.dataSource.query<T>(sql, parameters);
const count = async (table: string) =>
  Number((await query<{ count: string }[]>(`select count(*) from ${table}`))[0]!.count);
const age = (table: string, hours: number) =>
  query(`update ${table} set at = now() - make_interval(hours => $1)`, [hours]);

function sweeper({
  batch,
  toBrokers = false,
  database = log.database,
}: { batch?: number; toBrokers?: boolean; database?: Database } = {}): LogSweeper {
  return Object.assign(new LogSweeper(database, { keepHours: KEEP_HOURS, toBrokers, batch }), { hasInbox: true });
}

/** Makes the next sweep due at once. */
const due = () => query(`update events.sweep set lease_until = now()`);

async function publish(total: number): Promise<void> {
  for (let n = 0; n < total; n += 50)
    await log.append(
      Array.from({ length: Math.min(50, total - n) }, () => ({ key: crypto.randomUUID(), handle: 'x' })),
    );
}

/** A group that has read everything. */
async function reader(group: string, isSick = () => false) {
  let had = 0;
  const consumer = log.consumer(group, async () => {
    if (isSick()) throw new Error('poison');
    had += 1;
  });
  consumer.start();
  return { had: () => had, consumer };
}

it('D4 events are kept for the configured time, then only those that a group has not passed', async () => {
  await publish(120);
  await age('events.log', KEEP_HOURS + 1);
  await due();
  // The topic declares groups that have not started.
  expect([await sweeper().sweep(), await count('events.log')]).toEqual([0, 120]);
  for (const group of consumerGroups(accountsEvents)) {
    const quick = await reader(group);
    await eventually(() => quick.had() === 120);
    await quick.consumer.stop();
  }
  await age('events.log', KEEP_HOURS - 1);
  await due();
  expect([await sweeper().sweep(), await count('events.log')]).toEqual([0, 120]);
  // Another group has started, and has read half of one partition.
  const [{ partition }] = await query<[{ partition: number }]>(
    'select partition from events.log group by 1 order by count(*) desc limit 1',
  );
  await query(
    `insert into events.group_offset (group_name, topic, partition, next)
     select $1, $2, p, case when p = $4 then 1 else 0 end from generate_series(0, $3 - 1) p`,
    ['slow', accountsEvents.name, accountsEvents.partitions, partition],
  );
  await age('events.log', KEEP_HOURS + 1);
  await due();
  expect([await sweeper().sweep(), await count('events.log')]).toEqual([1, 119]);
  const slow = await reader('slow');
  await eventually(() => slow.had() === 119);
  await slow.consumer.stop();
  await due();
  expect([await sweeper().sweep(), await count('events.log')]).toEqual([119, 0]);
});

it('D4 parked events are kept until they are retried, and with brokers also those not relayed yet', async () => {
  let sick = true;
  const parked = await reader('parked', () => sick);
  await publish(1);
  await eventually(async () => (await count('events.parked')) === 1);
  await query(
    `update events.group_offset set next =
     (select next from events.partition p where p.topic = group_offset.topic and p.partition = group_offset.partition)`,
  );
  await age('events.log', KEEP_HOURS + 1);
  await due();
  expect(await sweeper().sweep()).toBe(0);
  sick = false;
  expect(await parked.consumer.retryParked()).toBe(1);
  await parked.consumer.stop();
  await due();
  expect(await sweeper({ toBrokers: true }).sweep()).toBe(0);
  await query(
    `insert into events.relay (topic, partition, cluster, next) select topic, partition, 'one', next from ` +
      'events.partition',
  );
  await due();
  expect(await sweeper({ toBrokers: true }).sweep()).toBe(1);
});

it('D4 an inbox row outlives its event in the log and on the brokers', async () => {
  const had = await count('inbox');
  expect(had).toBeGreaterThan(0);
  await age('inbox', KEEP_HOURS + accountsEvents.retentionHours);
  await due();
  expect([await sweeper().sweep(), await count('inbox')]).toEqual([0, had]);
  await age('inbox', KEEP_HOURS + accountsEvents.retentionHours + 25);
  // While the log holds an event, it may be relayed to a new cluster: groups that applied it need their inbox row.
  await publish(1);
  await age('events.log', KEEP_HOURS + accountsEvents.retentionHours + 25);
  await due();
  expect([await sweeper().sweep(), await count('inbox')]).toEqual([0, had]);
  await age('events.log', 0);
  await due();
  expect([await sweeper().sweep(), await count('inbox')]).toEqual([had, 0]);
});

it('D4 one process sweeps at a time, with a bounded number of statements', async () => {
  await query('update events.group_offset set next = 0');
  await publish(600);
  await query(
    'update events.group_offset g set next = p.next from events.partition p where p.topic = g.topic and p.partition ' +
      '= g.partition',
  );
  await age('events.log', KEEP_HOURS + 1);
  await due();
  const before = await count('events.log');
  // It deletes 10 rows at a time, 50 times, and leaves the rest for the next sweep.
  const results = await Promise.all([counted({ batch: 10 }), counted({ batch: 10 })]);
  expect(results.toSorted((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0))).toEqual([
    { deleted: 500, statements: 53 },
    { deleted: undefined, statements: 1 },
  ]);
  expect(await counted()).toEqual({ deleted: before - 500, statements: expect.any(Number) });
  // Nothing is due now.
  expect(await counted()).toEqual({ deleted: undefined, statements: 1 });
  await due();
  expect(await counted()).toEqual({ deleted: 0, statements: 4 });
});

/** Runs a sweep and counts its statements. */
async function counted(options: { batch?: number } = {}): Promise<{ deleted: number | undefined; statements: number }> {
  const { database } = log;
  const query = database.dataSource.query.bind(database.dataSource);
  let statements = 0;
  const dataSource = { query: (...args: Parameters<typeof query>) => ((statements += 1), query(...args)) };
  const deleted = await sweeper({
    ...options,
    database: { options: database.options, dataSource } as typeof database,
  }).sweep();
  return { deleted, statements };
}
