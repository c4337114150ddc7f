/**
 * A whole service on Kafka: its events reach its own consumer through the broker, without any code for it in the
 * service.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { AccountCreated } from '@zo/proto/accounts/v1';
import { accountsEvents, filesEvents } from '@zo/proto/topics';
import kafkajs from 'kafkajs';
import { type Kafka, startKafka } from '../../../infra/testing/engines/kafka.js';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { type EventEnvelope, inboxTable, publish } from '@zo/events';
import { Platform } from './platform.js';
import { eventually, startTestService, type TestPlatform, testPlatform, type TestService } from '@zo/testing/service';

const seen: string[] = [];

@Controller()
class Welcomes {
  @EventPattern('account.created')
  welcome(@Payload() { message }: EventEnvelope<AccountCreated>): void {
    seen.push(message.handle);
  }
}

@Module({ controllers: [Welcomes] })
class Accounts {}

class Inbox {
  readonly name = 'Inbox1700000000000';
  up(runner: { query(sql: string): Promise<unknown> }): Promise<unknown> {
    return runner.query(inboxTable);
  }
  async down(): Promise<void> {}
}

let kafka: Kafka;
let platform: TestPlatform;
let service: TestService;
beforeAll(async () => {
  kafka = await startKafka();
  platform = await testPlatform({ KAFKA_BROKERS: kafka.brokers.join(',') });
  service = await startTestService(
    { name: 'accounts', module: Accounts, entities: [], migrations: [Inbox] },
    platform.platform,
  );
});
afterAll(async () => {
  await service.stop();
  await platform.close();
  await kafka.stop();
});

async function administer<T>(work: (admin: kafkajs.Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({ brokers: kafka.brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

it('D8 an event published in a transaction reaches its handler through the topic', async () => {
  const database = service.service.app.get(Database);
  const userId = crypto.randomUUID();
  await database.tx(systemCtx(userId), async (ctx) =>
    publish(ctx, accountsEvents, 'account.created', { userId, handle: 'ada', owner: true }),
  );
  await eventually(() => seen.includes('ada'));
  const offsets = await administer((admin) => admin.fetchTopicOffsets(accountsEvents.name));
  expect(offsets.map(({ high }) => Number(high)).reduce((sum, high) => sum + high, 0)).toBe(1);
  expect(offsets).toHaveLength(accountsEvents.partitions);
});

@Module({})
class Files {}

/** Starts another service on the same database. */
function startFiles(environment: Record<string, string>): Promise<TestService> {
  const { ZO_DATA } = platform.platform.config;
  const shared = Platform.fromEnvironment({
    DATABASE_URL: platform.database.serviceUrl,
    ZO_DATA,
    ZO_ALLOW_VOLATILE_DATABASE: '1',
    ...environment,
  });
  return startTestService({ name: 'files', module: Files, entities: [], migrations: [] }, shared);
}

for (const client of ['kafkajs', 'platformatic']) {
  it(`by ${client}: a topic with too few partitions is reported, and the service is ready once it has all`, async () => {
    const { name, partitions } = filesEvents;
    await administer(async (admin) => {
      if ((await admin.listTopics()).includes(name)) await admin.deleteTopics({ topics: [name] });
      await eventually(async () => !(await admin.listTopics()).includes(name));
      await admin.createTopics({ topics: [{ topic: name, numPartitions: 1 }], waitForLeaders: true });
    });
    const files = await startFiles({ KAFKA_BROKERS: kafka.brokers.join(','), KAFKA_CLIENT: client });
    expect(await files.service.health()).toEqual({
      ready: false,
      missing: `events: topic ${name} has 1 partitions and has to have ${partitions}`,
    });
    await administer((admin) => admin.createPartitions({ topicPartitions: [{ topic: name, count: partitions }] }));
    await eventually(async () => (await files.service.health()).ready);
    await files.stop();
  });
}

it('unreachable brokers keep a service from being ready', async () => {
  const files = await startFiles({ KAFKA_BROKERS: '127.0.0.1:1' });
  expect((await files.service.health()).missing).toMatch(/^events: /);
  await files.stop();
});
