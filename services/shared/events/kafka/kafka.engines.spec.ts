/** The event log on a real Kafka: the same suite as on Postgres, and the failures only a broker can have. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { AccountCreatedSchema } from '@zo/proto/accounts/v1';
import { accountsEvents, type Topic } from '@zo/proto/topics';
import kafkajs from 'kafkajs';
import { type Kafka, startKafka } from '../../../../infra/testing/engines/kafka.js';
import { harnessOf, type TestEventLog, testEventLog } from '@zo/testing/events';
import { eventually } from '@zo/testing/service';
import { eventLogConformance } from '../events.conformance.js';

const CLIENTS = ['kafkajs', 'platformatic'] as const;

for (const client of CLIENTS) {
  describe(`on Kafka, by ${client}`, () => {
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

    eventLogConformance(`Kafka by ${client}`, async () => harnessOf(log));

    it('D8 events committed while the broker is down arrive in order once it is back', async () => {
      const key = crypto.randomUUID();
      const seen: string[] = [];
      const consumer = log.consumer(
        `outage-${key}`,
        async (event) => void (event.key === key && seen.push(log.handleOf(event))),
      );
      consumer.start();
      await log.append([{ key, handle: 'before' }]);
      await eventually(() => seen.length === 1);
      await kafka.nodes[0]!.kill();
      for (const handle of ['one', 'two', 'three']) await log.append([{ key, handle }]);
      await kafka.nodes[0]!.restart();
      await eventually(() => seen.length >= 4);
      await log.append([{ key, handle: 'after' }]);
      await eventually(() => seen.length >= 5);
      await consumer.stop();
      expect(seen).toEqual(['before', 'one', 'two', 'three', 'after']);
    });

    it('D8 a parked event is announced on the broker with its error and its offset in the log', async () => {
      const key = crypto.randomUUID();
      const consumer = log.consumer(`told-${key}`, async (event) => {
        if (event.key === key) throw new Error('poison');
      });
      consumer.start();
      await log.append([
        { key, handle: 'one' },
        { key, handle: 'two' },
      ]);
      const parkedRecords = await recordsOf(
        kafka,
        'accounts.events.v1.dlq',
        (records) => records.filter((record) => record.key === key).length >= 2,
      );
      await consumer.stop();
      const [one, two] = parkedRecords.filter((record) => record.key === key).map(({ headers }) => headers);
      expect(one).toMatchObject({
        group: `told-${key}`,
        error: 'Error: poison',
        topic: 'accounts.events.v1',
        ce_type: 'account.created',
      });
      expect(one!['stack_hash']).toMatch(/^[0-9a-f]{16}$/);
      expect(two).toMatchObject({
        error: 'an earlier event of this key is parked',
        partition: one!['partition'],
        offset: String(Number(one!['offset']) + 1),
      });
    });

    it('D4 a send that fails is not repeated on a new cluster before the events that came first', async () => {
      const key = crypto.randomUUID();
      await log.append([{ key, handle: '0' }]);
      // The topic does not exist at first.
      const records = () =>
        eventually(() => recordsOf(kafka, 'accounts.events.v1', (found) => found.some((record) => record.key === key)));
      await records();
      for (let round = 1; round <= 3; round++) {
        await kafka.nodes[0]!.kill();
        await log.append([{ key, handle: String(round) }]);
        await kafka.wipe();
        // As another process creates it that notices the new cluster first.
        await createTopic(kafka, accountsEvents);
        const [first] = (await records()).filter((record) => record.key === key);
        expect(handleIn(first!)).toBe('0');
      }
    });

    it('D4 neither a new producer nor one that reconnects sends to a new cluster before the events that came first', async () => {
      const key = crypto.randomUUID();
      const first = async (handle: string) => {
        const records = await recordsOf(kafka, accountsEvents.name, (all) => all.some((record) => record.key === key));
        expect([handle, handleIn(records.find((record) => record.key === key)!)]).toEqual([handle, '0']);
        return true;
      };
      await log.append([{ key, handle: '0' }]);
      await eventually(() => first('0'));
      // The relay has just read the id of the cluster, and its first batch comes after the wipe.
      await log.reopen();
      await eventually(async () => (await heldPartitionsOf(log)) === accountsEvents.partitions);
      await kafka.wipe();
      await createTopic(kafka, accountsEvents);
      await log.append([{ key, handle: '1' }]);
      await first('1');
      // Its producer is connected when the cluster is wiped, and sends nothing meanwhile.
      await log.reopen();
      const other = crypto.randomUUID();
      await log.append([{ key: other, handle: 'connects' }]);
      await recordsOf(kafka, accountsEvents.name, (all) => all.some((record) => record.key === other));
      await kafka.wipe();
      await createTopic(kafka, accountsEvents);
      await log.append([{ key, handle: '2' }]);
      await first('2');
    });

    it('D4 a wiped Kafka is refilled from the log: groups that had the events apply none twice, others get them all', async () => {
      const keys: string[] = Array.from({ length: 8 }, () => crypto.randomUUID());
      const reader = (group: string) => {
        const seen: [string, string][] = [];
        const consumer = log.consumer(
          `${group}-${keys[0]}`,
          async (event) => void (keys.includes(event.key) && seen.push([event.key, log.handleOf(event)])),
        );
        return { seen, consumer };
      };
      const all = (handle: string) => log.append(keys.map((key) => ({ key, handle })));
      const [early, late] = [reader('early'), reader('late')];
      early.consumer.start();
      for (const handle of ['0', '1', '2']) await all(handle);
      await eventually(() => early.seen.length === 24);
      await kafka.wipe();
      for (const handle of ['3', '4']) await all(handle);
      late.consumer.start();
      await eventually(() => early.seen.length >= 40 && late.seen.length >= 40);
      await Promise.all([early.consumer.stop(), late.consumer.stop()]);
      for (const { seen } of [early, late]) {
        for (const key of keys)
          expect(seen.filter(([owner]) => owner === key).map(([, handle]) => handle)).toEqual([
            '0',
            '1',
            '2',
            '3',
            '4',
          ]);
      }
    });
  });
}

async function heldPartitionsOf({ database }: TestEventLog): Promise<number> {
  const [row]: { n: number }[] = await database.dataSource.query(
    'select count(*)::int as n from events.relay where topic = $1 and lease_until > now()',
    [accountsEvents.name],
  );
  return row!.n;
}

async function createTopic({ brokers }: Kafka, { name, partitions }: Topic): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  // Waiting for leaders, kafkajs gives up if the broker that it asks has not heard of the topic yet.
  await admin.createTopics({ topics: [{ topic: name, numPartitions: partitions }], waitForLeaders: false });
  await eventually(async () => (await admin.fetchTopicMetadata({ topics: [name] })).topics.length === 1);
  await admin.disconnect();
}

const handleIn = ({ value }: TextRecord) => fromBinary(AccountCreatedSchema, value).handle;

interface TextRecord {
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Record<string, string>;
}

/** Returns the records of a topic, once there are enough. */
async function recordsOf(
  { brokers }: Kafka,
  topic: string,
  isEnough: (records: readonly TextRecord[]) => boolean,
): Promise<TextRecord[]> {
  const consumer = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).consumer({
    groupId: crypto.randomUUID(),
    maxWaitTimeInMs: 200,
  });
  const records: TextRecord[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { key, value, headers } }) => {
      records.push({
        key: String(key),
        value: value ?? new Uint8Array(),
        headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
      });
    },
  });
  await eventually(() => isEnough(records));
  await consumer.disconnect();
  return records;
}
