/** Brokers that require authentication over TLS. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kafka, startKafka } from '../../../../infra/testing/engines/kafka.js';
import { testEventLog } from '@zo/testing/events';
import { eventually } from '@zo/testing/service';
import type { EventLogConfig } from '../event-log.config.js';

let kafka: Kafka;
let settings: Partial<EventLogConfig>;
beforeAll(async () => {
  kafka = await startKafka({ secured: true });
  const { brokers, ca, username, password } = kafka.secured!;
  settings = {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: '1',
    KAFKA_CA: ca,
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
  };
});
afterAll(() => kafka?.stop());

describe.each(['kafkajs', 'platformatic'] as const)('brokers that require authentication, by %s', (client) => {
  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'S11 events pass if a service authenticates by %s',
    async (KAFKA_SASL) => {
      const log = await testEventLog({ ...settings, KAFKA_CLIENT: client, KAFKA_SASL });
      const key = crypto.randomUUID();
      const seen: string[] = [];
      const consumer = log.consumer(
        `${client}-${KAFKA_SASL}-${key}`,
        async (event) => void (event.key === key && seen.push(log.handleOf(event))),
      );
      consumer.start();
      await log.append([
        { key, handle: 'one' },
        { key, handle: 'two' },
      ]);
      await eventually(() => seen.length >= 2);
      expect(seen).toEqual(['one', 'two']);
      expect(await log.startError()).toBeUndefined();
      await consumer.stop();
      await log.close();
    },
  );

  it.each<[string, Partial<EventLogConfig>, RegExp]>([
    ['with another password', { KAFKA_PASSWORD: 'another' }, /authentication failed/i],
    ['as an unknown user', { KAFKA_USERNAME: 'mallory' }, /authentication failed/i],
    ['without signing in', { KAFKA_SASL: undefined, KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined }, /closed/i],
    ['in the clear', { KAFKA_TLS: undefined, KAFKA_CA: undefined }, /closed|TLS/i],
    ['without knowing who vouches for them', { KAFKA_CA: undefined }, /self-signed certificate/],
  ])('S11 a service %s is not ready and reports why, without its password', async (_what, wrong, why) => {
    const log = await testEventLog({ ...settings, KAFKA_CLIENT: client, ...wrong });
    const error = await log.startError();
    expect(error).toMatch(why);
    expect(error).not.toContain(kafka.secured!.password);
    await log.close();
  });
});
