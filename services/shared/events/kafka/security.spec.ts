import { expect, it } from '@jest/globals';
import type { EventLogConfig } from '../event-log.config.js';
import { securityOf } from './security.js';

const said = (settings: Partial<EventLogConfig>) =>
  securityOf({ KAFKA_CLIENT: 'kafkajs', KAFKA_BATCH_BYTES: 262_144, ZO_EVENTS_KEEP_HOURS: 168, ...settings });
const who = { KAFKA_USERNAME: 'zo', KAFKA_PASSWORD: 'secret' };

it('S11 without settings the connection is not encrypted; TLS trusts the public CAs, or a given one', () => {
  expect(said({})).toEqual({});
  expect(said({ KAFKA_TLS: '1' })).toEqual({ tls: {} });
  expect(said({ KAFKA_TLS: '1', KAFKA_CA: 'pem', KAFKA_SASL: 'plain', ...who })).toEqual({
    tls: { ca: 'pem' },
    sasl: { mechanism: 'plain', username: 'zo', password: 'secret' },
  });
  expect(said({ KAFKA_SASL: 'scram-sha-256', ...who })).toEqual({
    sasl: { mechanism: 'scram-sha-256', username: 'zo', password: 'secret' },
  });
});

it.each<[string, Partial<EventLogConfig>, string]>([
  ['an authority without TLS', { KAFKA_CA: 'pem' }, 'set KAFKA_TLS to 1'],
  ['a name without a way to sign in', { KAFKA_TLS: '1', ...who }, 'KAFKA_SASL does not say how'],
  [
    'a way to sign in without a password',
    { KAFKA_TLS: '1', KAFKA_SASL: 'plain', KAFKA_USERNAME: 'zo' },
    'set KAFKA_USERNAME and KAFKA_PASSWORD',
  ],
  ['a password in the clear', { KAFKA_SASL: 'plain', ...who }, 'sends the password readable'],
])('S11 %s is refused with what to change', (_what, settings, sentence) => {
  expect(() => said(settings)).toThrow(sentence);
});
