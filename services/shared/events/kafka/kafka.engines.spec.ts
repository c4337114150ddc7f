/** The event log on a real Kafka: the same suite as on Postgres, and what only a broker can do wrong. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Kafka, startKafka } from '../../../../infra/engines/kafka.js';
import { type TestEventLog, testEventLog } from '../../testing/events.js';
import { eventLogConformance } from '../events.conformance.js';

const CLIENTS = ['kafkajs', 'platformatic'] as const;

for (const client of CLIENTS) {
  describe(`on Kafka, by ${client}`, () => {
    let kafka: Kafka;
    let log: TestEventLog;
    beforeAll(async () => {
      kafka = await startKafka();
      log = await testEventLog({ KAFKA_BROKERS: kafka.brokers, KAFKA_CLIENT: client });
    }, 120_000);
    afterAll(async () => {
      await log.close();
      await kafka.stop();
    });

    eventLogConformance(`Kafka by ${client}`, async () => ({
      append: log.append,
      handleOf: log.handleOf,
      consume: async (group, handle) => {
        const consumer = log.consumer(group, handle);
        consumer.start();
        return { stop: () => consumer.stop(), retryParked: () => consumer.retryParked() };
      },
    }));
  });
}
