import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { AccountCreatedSchema } from '@zo/proto/accounts/v1';
import { accountsEvents } from '@zo/proto/topics';
import fc from 'fast-check';
import type { EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from '@zo/db';
import { setLogLevel } from '@zo/observability';
import { type TestDatabase, testDatabase } from '@zo/testing/database';
import { repetitions } from '@zo/testing/repetitions';
import { eventually } from '@zo/testing/service';
import { inboxTable, LogConsumer, type LoggedEvent, partitionFor, writeOutbox } from './index.js';

const SCHEDULES = repetitions(250, 1_000);
const KEYS = 3;
const WINDOW = 16;
const MAX_COPIES = 5;

class Tables implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(inboxTable);
    await runner.query('create table effects (n bigserial, key text not null, handle text not null)');
    await runner.query('create table balances (key text primary key, last text not null, sum bigint not null)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, effects, balances');
  }
}
Object.defineProperty(Tables, 'name', { value: 'Schedules1700000000001' });

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  setLogLevel('silent');
  server = await testDatabase();
  database = new Database({
    service: 'accounts',
    url: server.serviceUrl,
    entities: [],
    migrations: [Tables],
    poolSize: 20,
  });
  database.setOutbox(writeOutbox, () => undefined);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Events in the order they happened, each with the arrival times of its copies. */
const schedule = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: KEYS - 1 }),
    amount: fc.integer({ min: -50, max: 100 }),
    late: fc.double({ min: 0, max: WINDOW, noNaN: true }),
    copies: fc.array(fc.double({ min: 0, max: WINDOW, noNaN: true }), { maxLength: MAX_COPIES - 1 }),
  }),
  { minLength: 2, maxLength: 9 },
);
type Schedule = (typeof schedule)['generate'] extends (...args: never[]) => { value: infer V } ? V : never;
interface Delivery {
  readonly at: number;
  readonly id: string;
  readonly key: string;
  readonly handle: string;
}

/**
 * Copies in order of arrival: shuffled within the window, but the first copies of a key in its order, as the log keeps
 * it.
 */
function deliveries(facts: Schedule, run: number): { arriving: Delivery[]; inOrder: Map<string, string[]> } {
  const inOrder = new Map<string, string[]>();
  const arriving: Delivery[] = [];
  for (let key = 0; key < KEYS; key++) {
    const mine = facts.map((fact, index) => ({ ...fact, index })).filter((fact) => fact.key === key);
    const firsts = mine.map(({ index, late }) => index + late).toSorted((a, b) => a - b);
    const name = `${run}-${key}`;
    for (const [n, fact] of mine.entries()) {
      const delivery = { id: crypto.randomUUID(), key: name, handle: `${n}:${fact.amount}` };
      arriving.push({ ...delivery, at: firsts[n]! });
      for (const later of fact.copies) arriving.push({ ...delivery, at: firsts[n]! + later });
    }
    if (mine.length > 0)
      inOrder.set(
        name,
        mine.map(({ amount }, n) => `${n}:${amount}`),
      );
  }
  return { arriving: arriving.toSorted((a, b) => a.at - b.at), inOrder };
}

const append = (messages: readonly Delivery[]) =>
  database.dataSource.query(
    `select events.append($1, m.partition, m.id, m.key, $2, m.payload)
     from unnest($3::int[], $4::uuid[], $5::text[], $6::bytea[]) with ordinality as m(partition, id, key, payload, n)
     order by m.n`,
    [
      accountsEvents.name,
      'account.created',
      messages.map(({ key }) => partitionFor(key, accountsEvents.partitions)),
      messages.map(({ id }) => id),
      messages.map(({ key }) => key),
      messages.map(({ key, handle }) =>
        Buffer.from(toBinary(AccountCreatedSchema, create(AccountCreatedSchema, { userId: key, handle }))),
      ),
    ],
  );

let failures = 0;
/** Updates a balance and logs the effect. Fails at random, after its work. */
async function handle(event: LoggedEvent, tx: EntityManager): Promise<void> {
  const { handle: text } = fromBinary(AccountCreatedSchema, event.payload);
  await tx.query('insert into effects (key, handle) values ($1, $2)', [event.key, text]);
  await tx.query(
    `insert into balances (key, last, sum) values ($1, $2, $3)
     on conflict (key) do update set last = excluded.last, sum = balances.sum + excluded.sum`,
    [event.key, text, text.split(':')[1]],
  );
  if (Math.random() < 0.02 && ++failures) throw new Error('now and then');
}

const TITLE =
  `D8 ${SCHEDULES} schedules of repeated and shuffled deliveries to consumers that fail and are replaced: ` +
  'every event takes effect once, in the order of its key';
/** Each event is delivered one to MAX_COPIES times, shuffled in a window of WINDOW events. */
it(TITLE, async () => {
  const plans = fc.sample(schedule, { numRuns: SCHEDULES, seed: Date.now() }).map(deliveries);
  const consumer = () =>
    new LogConsumer({
      dataSource: database.dataSource,
      group: 'schedules',
      topic: accountsEvents.name,
      partitions: accountsEvents.partitions,
      attempts: 5,
      retryDelayMs: 1,
      handle,
    });
  const begun = performance.now();
  let running = consumer();
  running.start();
  for (const [n, { arriving }] of plans.entries()) {
    await append(arriving);
    running.wake();
    if (n % 100 !== 99) continue;
    await running.stop();
    running = consumer();
    running.start();
  }
  const total = plans.reduce((sum, { inOrder }) => sum + [...inOrder.values()].flat().length, 0);
  const drained = async () => {
    running.wake();
    const [row]: { left: string }[] = await database.dataSource.query(
      `select count(*) as left from events.partition p
       left join events.group_offset g
         on g.topic = p.topic and g.partition = p.partition and g.group_name = 'schedules'
       where p.topic = $1 and coalesce(g.next, 0) < p.next`,
      [accountsEvents.name],
    );
    return row!.left === '0';
  };
  await eventually(drained);
  await running.stop();
  const effects: { key: string; handle: string }[] = await database.dataSource.query(
    'select key, handle from effects order by n',
  );
  const balances: { key: string; last: string; sum: string }[] = await database.dataSource.query(
    'select key, last, sum from balances',
  );
  console.log(
    `D8: ${SCHEDULES} schedules, ${plans.reduce((sum, { arriving }) => sum + arriving.length, 0)} deliveries of ` +
      `${total} ` +
      `facts, ${failures} failed attempts, ${Math.round(performance.now() - begun)} ms`,
  );
  expect(effects).toHaveLength(total);
  const done = Map.groupBy(effects, ({ key }) => key);
  const state = new Map(balances.map(({ key, last, sum }) => [key, { last, sum: Number(sum) }]));
  for (const { inOrder } of plans) {
    for (const [key, facts] of inOrder) {
      expect([key, done.get(key)?.map(({ handle: text }) => text)]).toEqual([key, facts]);
      expect([key, state.get(key)]).toEqual([
        key,
        { last: facts.at(-1), sum: facts.reduce((sum, text) => sum + Number(text.split(':')[1]), 0) },
      ]);
    }
  }
});
