import { afterAll, beforeAll } from '@jest/globals';
import { harnessOf, type TestEventLog, testEventLog } from '@zo/testing/events';
import { eventLogConformance } from './events.conformance.js';

let log: TestEventLog;

beforeAll(async () => {
  log = await testEventLog();
});

afterAll(() => log.close());

eventLogConformance('Postgres', async () => harnessOf(log));
