import { afterAll, beforeAll } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { AccountCreatedSchema } from '@zo/proto/accounts/v1';
import { accountsEvents } from '@zo/proto/topics';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemCtx } from '../auth/index.js';
import { Database } from '../db/index.js';
import { type TestDatabase, testDatabase } from '../testing/database.js';
import { eventLogConformance } from './events.conformance.js';
import { inboxTable, LogConsumer, publish, writeOutbox } from './index.js';

class Inbox1 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(inboxTable);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox');
  }
}
Object.defineProperty(Inbox1, 'name', { value: 'Inbox1700000000000' });

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await testDatabase();
  database = new Database({ service: 'accounts', url: server.serviceUrl, entities: [], migrations: [Inbox1], poolSize: 20 });
  database.setOutbox(writeOutbox, () => undefined);
  await database.open();
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

eventLogConformance('Postgres', async () => ({
  append: async (facts, abort) => {
    const work = database.dataSource.transaction(async (tx) => {
      const ctx = { ...systemCtx(crypto.randomUUID()), tx, outbox: [] };
      for (const { key, handle } of facts) publish({ ...ctx, userId: key }, accountsEvents, 'account.created', { userId: key, handle });
      await writeOutbox(tx, ctx.outbox);
      if (abort) throw new Error('abort');
    });
    await work.catch((error: Error) => {
      if (error.message !== 'abort') throw error;
    });
  },
  consume: async (group, handle) => {
    const options = { dataSource: database.dataSource, group, topic: accountsEvents.name, partitions: accountsEvents.partitions, attempts: 2, retryDelayMs: 5 };
    const consumer = new LogConsumer({ ...options, handle: (event) => handle(event) });
    consumer.start();
    const poke = setInterval(consumer.wake, 20);
    return {
      stop: async () => {
        clearInterval(poke);
        await consumer.stop();
      },
      retryParked: () => consumer.retryParked(),
    };
  },
  handleOf: (event) => fromBinary(AccountCreatedSchema, event.payload).handle,
}));
