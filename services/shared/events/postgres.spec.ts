import { afterAll, beforeAll } from '@jest/globals';
import { type TestEventLog, testEventLog } from '../testing/events.js';
import { eventLogConformance } from './events.conformance.js';

let log: TestEventLog;

beforeAll(async () => {
  log = await testEventLog();
});

afterAll(() => log.close());

eventLogConformance('Postgres', async () => ({
  append: log.append,
  handleOf: log.handleOf,
  query: (sql, parameters) => log.database.dataSource.query(sql, parameters),
  consume: async (group, handle) => {
    const consumer = log.consumer(group, handle);
    consumer.start();
    return { stop: () => consumer.stop(), retryParked: () => consumer.retryParked() };
  },
}));
