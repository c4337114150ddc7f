import { expect, it } from '@jest/globals';
import { mismatchOf } from './check.js';

const topic = { name: 'x.events.v1', partitions: 8 };
const sound = { brokers: 3, partitions: 8, settings: { 'min.insync.replicas': '2' } };

it('D4 topics with two in-sync replicas and all partitions are valid; so is a single broker', () => {
  expect(mismatchOf(topic, sound)).toBeUndefined();
  expect(mismatchOf(topic, { ...sound, brokers: 1, settings: { 'min.insync.replicas': '1' } })).toBeUndefined();
});

it.each([
  [
    'brokers before Kafka 4.0',
    { ...sound, settings: { ...sound.settings, 'message.format.version': '3.0-IV1' } },
    'the brokers are too old, Kafka has to be 4.0 or newer',
  ],
  ['too few partitions', { ...sound, partitions: 6 }, 'topic x.events.v1 has 6 partitions and has to have 8'],
  ['too many partitions', { ...sound, partitions: 12 }, 'topic x.events.v1 has 12 partitions and has to have 8'],
  [
    'one broker that confirms alone',
    { ...sound, settings: { 'min.insync.replicas': '1' } },
    'min.insync.replicas of topic x.events.v1 is 1, so that one broker alone confirms and may lose it: set it to 2 ' +
      'or more',
  ],
])('D4 reports %s', (_, kept, mismatch) => {
  expect(mismatchOf(topic, kept)).toBe(mismatch);
});
