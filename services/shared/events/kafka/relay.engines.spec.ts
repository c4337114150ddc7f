/** The relay with events that the broker refuses for their size, and with a long backlog. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountsEvents } from '@zo/proto/topics';
import kafkajs from 'kafkajs';
import { type Kafka, startKafka } from '../../../../infra/testing/engines/kafka.js';
import { type TestEventLog, testEventLog } from '@zo/testing/events';
import { eventually } from '@zo/testing/service';
import { partitionFor } from '../publish.js';

const { name: topic, partitions } = accountsEvents;
/** Two paths of the maximum length on Linux. */
const LONG = 'p'.repeat(2 * 4_096);
/** More than a broker accepts by default. */
const OVERSIZED = 'o'.repeat(1_500_000);
const BACKLOG = 100_000;

/** Returns `count` keys of a partition. */
function keysOf(partition: number, count: number): string[] {
  const keys: string[] = [];
  while (keys.length < count) {
    const key = crypto.randomUUID();
    if (partitionFor(key, partitions) === partition) keys.push(key);
  }
  return keys;
}

for (const client of ['kafkajs', 'platformatic'] as const) {
  describe(`the relay, by ${client}`, () => {
    let kafka: Kafka;
    let log: TestEventLog;
    beforeAll(async () => {
      kafka = await startKafka();
      log = await testEventLog({ KAFKA_BROKERS: kafka.brokers, KAFKA_CLIENT: client });
    });
    afterAll(async () => {
      await log.close();
      await kafka.stop();
    });

    const parkedOf = (group: string): Promise<{ key: string; error: string; behind: boolean }[]> =>
      log.database.dataSource.query(
        `select key, error, behind from events.parked where group_name = $1 order by partition, "offset"`,
        [group],
      );

    it('D8 many events with maximum-length paths, published while the broker is paused, all arrive in key order', async () => {
      const [ada, bystander] = keysOf(0, 2) as [string, string];
      const group = `long-${ada}`;
      const reader = log.recording(group);
      reader.start();
      await log.append([{ key: bystander, handle: 'first' }]);
      await eventually(async () => (await log.applied(group, [bystander])).length === 1);
      kafka.nodes[0]!.signal('SIGSTOP');
      try {
        const facts = Array.from({ length: 300 }, (_, n) => ({ key: ada, handle: `${n}-${LONG}` }));
        for (let n = 0; n < facts.length; n += 50) await log.append(facts.slice(n, n + 50));
        await log.append([{ key: bystander, handle: 'last' }]);
      } finally {
        kafka.nodes[0]!.signal('SIGCONT');
      }
      await eventually(async () => (await log.applied(group, [ada, bystander])).length >= 302);
      const applied = await log.applied(group, [ada]);
      expect(applied.map(({ handle }) => handle.split('-')[0])).toEqual(Array.from({ length: 300 }, (_, n) => `${n}`));
      expect((await log.applied(group, [bystander])).map(({ handle }) => handle)).toEqual(['first', 'last']);
      await reader.stop();
    });

    it('D8 an event too large for the broker is parked with later events of its key; other keys and partitions continue', async () => {
      const [ada, bystander] = keysOf(1, 2) as [string, string];
      const [other] = keysOf(2, 1) as [string];
      const group = `oversized-${ada}`;
      const reader = log.recording(group);
      reader.start();
      await log.append([
        { key: ada, handle: 'before' },
        { key: ada, handle: OVERSIZED },
        { key: ada, handle: 'after' },
        { key: bystander, handle: 'beside' },
        { key: other, handle: 'elsewhere' },
      ]);
      await eventually(async () => (await log.applied(group, [ada, bystander, other])).length >= 3);
      await eventually(async () => (await parkedOf(group)).length === 2);
      expect(await log.applied(group, [ada])).toEqual([{ key: ada, handle: 'before' }]);
      expect(await parkedOf(group)).toEqual([
        {
          key: ada,
          error: expect.stringMatching(/^Error: the event is too large for the brokers: 15\d{5} bytes$/),
          behind: false,
        },
        { key: ada, error: 'an earlier event of this key is parked', behind: true },
      ]);
      // The log in Postgres still has the payload: a retry applies the event in its place.
      expect(await reader.retryParked()).toBe(2);
      expect((await log.applied(group, [ada])).map(({ handle }) => handle.length)).toEqual([6, OVERSIZED.length, 5]);
      await reader.stop();
    });

    it('D8 a partition that cannot be relayed releases its own lease and no other', async () => {
      const [ada] = keysOf(3, 1) as [string];
      const group = `refused-${ada}`;
      const reader = log.recording(group);
      reader.start();
      await eventually(async () => (await leasesOf(log)).every(({ held }) => held));
      const before = await leasesOf(log);
      // Not even a record without payload fits.
      await limitBytes(kafka, '10');
      await log.append([{ key: ada, handle: 'waits' }]);
      let failed: Lease[] = before;
      await eventually(async () => !(failed = await leasesOf(log))[3]!.held);
      expect(failed.slice(0, 3)).toEqual(before.slice(0, 3));
      await limitBytes(kafka, '1048588');
      await eventually(async () => (await log.applied(group, [ada])).length === 1);
      await reader.stop();
    });

    it('D8 a backlog of an hour is relayed completely, each event once', async () => {
      await kafka.nodes[0]!.kill();
      const total = await appendMany(log, BACKLOG);
      await kafka.nodes[0]!.restart();
      await eventually(async () => (await relayedOf(log)) === total, 180_000);
      const ids = await idsOn(kafka, total);
      expect(ids.size).toBe(total);
    });
  });
}

interface Lease {
  readonly partition: number;
  readonly owner: string;
  readonly held: boolean;
}

const leasesOf = (log: TestEventLog): Promise<Lease[]> =>
  log.database.dataSource.query(
    'select partition, lease_owner as owner, lease_until is not null as held from events.relay where topic = $1 ' +
      'order by partition',
    [topic],
  );

/** Commits `count` transactions of one event each in a single statement. Returns the number of events of the topic. */
async function appendMany(log: TestEventLog, count: number): Promise<number> {
  const { dataSource } = log.database;
  await dataSource.query(
    `with counters as (update events.partition set next = next + $2 where topic = $1 returning partition, next - $2 as first)
     insert into events.log (topic, partition, "offset", id, key, type, payload)
     select $1, partition, first + n, gen_random_uuid(), 'key-' || partition, 'account.unknown', decode(repeat('ab', 200), 'hex')
     from counters, generate_series(0, $2 - 1) n`,
    [topic, count / partitions],
  );
  const [row]: { total: number }[] = await dataSource.query(
    'select sum(next)::int as total from events.partition where topic = $1',
    [topic],
  );
  log.wake();
  return row!.total;
}

async function relayedOf(log: TestEventLog): Promise<number> {
  const [row]: { total: number }[] = await log.database.dataSource.query(
    'select sum(next)::int as total from events.relay where topic = $1',
    [topic],
  );
  return row!.total;
}

async function limitBytes({ brokers }: Kafka, bytes: string): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: topic,
        configEntries: [{ name: 'max.message.bytes', value: bytes }],
      },
    ],
  });
  await admin.disconnect();
}

/** Returns the ids of the first `count` records of the topic. */
async function idsOn({ brokers }: Kafka, count: number): Promise<Set<string>> {
  const consumer = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).consumer({
    groupId: crypto.randomUUID(),
    maxWaitTimeInMs: 200,
  });
  const ids = new Set<string>();
  let records = 0;
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { headers } }) => {
      records++;
      ids.add(String(headers?.['ce_id']));
    },
  });
  await eventually(() => records >= count);
  await consumer.disconnect();
  return ids;
}
