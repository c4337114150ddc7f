/** The event log while brokers die and consumers join and leave. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { accountsEvents } from '@zo/proto/topics';
import kafkajs from 'kafkajs';
import { type Kafka, startKafka } from '../../../../infra/testing/engines/kafka.js';
import { eventually } from '@zo/testing/service';
import { type TestEventLog, testEventLog } from '@zo/testing/events';

const KEYS = Array.from({ length: 50 }, () => crypto.randomUUID());
/** Number of events per client: the default client has to handle more. */
const CLIENTS = { kafkajs: 50_000, platformatic: 5_000 } as const;
/** A busy machine applies slowly; how long it took is printed. */
const APPLIED_MS = 150_000;
const TEST_MS = 300_000;

async function publishSeries(
  log: TestEventLog,
  count: number,
  each: (n: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const perKey = count / KEYS.length;
  for (let n = 0; n < perKey; n++) {
    await each(n * KEYS.length);
    await log.append(KEYS.map((key) => ({ key, handle: String(n) })));
  }
}

async function countOf(log: TestEventLog, group: string): Promise<number> {
  const [row]: { n: number }[] = await log.database.dataSource.query(
    'select count(*)::int as n from effects where of_group = $1',
    [group],
  );
  return row!.n;
}

/** Asserts that every key has each of its events once, in commit order. */
async function expectAllOnceInOrder(log: TestEventLog, group: string, count: number): Promise<void> {
  const done = Map.groupBy(await log.applied(group, KEYS), ({ key }) => key);
  const wanted = Array.from({ length: count / KEYS.length }, (_, n) => String(n));
  for (const key of KEYS) expect([key, done.get(key)?.map(({ handle }) => handle)]).toEqual([key, wanted]);
}

async function administer<T>(kafka: Kafka, work: (admin: kafkajs.Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({ brokers: kafka.brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Returns how many partitions the broker leads. */
const ledBy = (kafka: Kafka, broker: number) =>
  administer(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [accountsEvents.name] });
    return topics[0]!.partitions.filter(({ leader }) => leader === broker).length;
  });

describe('three brokers', () => {
  let kafka: Kafka;
  beforeEach(async () => {
    kafka = await startKafka({ nodes: 3 });
  });
  afterEach(() => kafka.stop());

  for (const [client, count] of Object.entries(CLIENTS)) {
    it(
      `D4 by ${client}: killing a leader in a stream of ${count} events loses none, duplicates none, and keeps the ` +
        'order of every key',
      async () => {
        const log = await testEventLog({ KAFKA_BROKERS: kafka.brokers, KAFKA_CLIENT: client as keyof typeof CLIENTS });
        const [one, two] = [log.recording('d4'), log.recording('d4')];
        one.start();
        two.start();
        let died = 0;
        await publishSeries(log, count, async (n) => {
          if (n !== count / 2) return;
          await eventually(async () => (await countOf(log, 'd4')) > 0);
          // The first of the configured brokers, which a new client asks first.
          expect(await ledBy(kafka, 1)).toBeGreaterThan(0);
          died = performance.now();
          await kafka.nodes[0]!.kill();
        });
        await eventually(async () => (await countOf(log, 'd4')) >= count, APPLIED_MS);
        console.log(
          `D4 ${client}: ${count} events applied ${Math.round(performance.now() - died)} ms after the leader died`,
        );
        // Time for a duplicate to arrive, which must not happen.
        await delay(1_000);
        await Promise.all([one.stop(), two.stop()]);
        await expectAllOnceInOrder(log, 'd4', count);
        await log.close();
      },
      TEST_MS,
    );
  }
});
