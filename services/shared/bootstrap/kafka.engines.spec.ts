/** A whole service on Kafka: what it publishes comes to its own consumer by way of the broker, and nothing in the service says so. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { AccountCreated } from '@zo/proto/accounts/v1';
import { accountsEvents } from '@zo/proto/topics';
import kafkajs from 'kafkajs';
import { type Kafka, startKafka } from '../../../infra/engines/kafka.js';
import { systemCtx } from '../auth/index.js';
import { Database } from '../db/index.js';
import { type EventEnvelope, inboxTable, publish } from '../events/index.js';
import { eventually, startTestService, type TestPlatform, testPlatform, type TestService } from '../testing/service.js';

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
  up(runner: { query(sql: string): Promise<unknown> }): Promise<unknown> {
    return runner.query(inboxTable);
  }
  async down(): Promise<void> {}
}
Object.defineProperty(Inbox, 'name', { value: 'Inbox1700000000000' });

let kafka: Kafka;
let platform: TestPlatform;
let service: TestService;
beforeAll(async () => {
  kafka = await startKafka();
  platform = await testPlatform({ KAFKA_BROKERS: kafka.brokers.join(',') });
  service = await startTestService({ name: 'accounts', module: Accounts, entities: [], migrations: [Inbox] }, platform.platform);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await platform.close();
  await kafka.stop();
});

it('D8 a fact published in a transaction comes to its handler through the topic', async () => {
  const database = service.service.app.get(Database);
  const userId = crypto.randomUUID();
  await database.tx(systemCtx(userId), async (ctx) => publish(ctx, accountsEvents, 'account.created', { userId, handle: 'ada', owner: true }));
  await eventually(() => seen.includes('ada'));
  const admin = new kafkajs.Kafka({ brokers: kafka.brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(accountsEvents.name);
  await admin.disconnect();
  expect(offsets.map(({ high }) => Number(high)).reduce((sum, high) => sum + high, 0)).toBe(1);
  expect(offsets).toHaveLength(accountsEvents.partitions);
});
