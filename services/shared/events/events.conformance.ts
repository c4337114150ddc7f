/** What every event log has to keep, whatever it is made of. Run against each adapter. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../testing/service.js';
import type { LoggedEvent } from './apply.js';
import { askParked, listParked, type Query } from './dlq.js';

export interface EventLogHarness {
  /** Appends facts in one transaction; `abort` rolls it back. */
  append(facts: readonly { key: string; handle: string }[], abort?: boolean): Promise<void>;
  /** Starts a consumer of a group; the handler may throw. */
  consume(group: string, handle: (event: LoggedEvent) => Promise<void>): Promise<{ stop(): Promise<void>; retryParked(): Promise<number> }>;
  /** Handle text of a logged event. */
  handleOf(event: LoggedEvent): string;
  /** Asks the database. */
  readonly query: Query;
}

export function eventLogConformance(name: string, start: () => Promise<EventLogHarness>): void {
  describe(`event log: ${name}`, () => {
    const keys = Array.from({ length: 8 }, () => crypto.randomUUID());

    it('D8 delivers committed facts once, in the order of each key, across several writers', async () => {
      const log = await start();
      const seen: [string, string][] = [];
      const consumer = await log.consume(`order-${keys[0]}`, async (event) => void seen.push([event.key, log.handleOf(event)]));
      await Promise.all(keys.map((key) => appendSeries(log, key, 25)));
      await eventually(() => seen.length >= 200);
      await consumer.stop();
      expect(seen).toHaveLength(200);
      for (const key of keys) {
        expect(seen.filter(([owner]) => owner === key).map(([, text]) => text)).toEqual(Array.from({ length: 25 }, (_, n) => String(n)));
      }
    });

    it('D8 a fact of a transaction that was rolled back is never delivered', async () => {
      const log = await start();
      const key = crypto.randomUUID();
      const seen: string[] = [];
      await log.append([{ key, handle: 'aborted' }], true);
      await log.append([{ key, handle: 'kept' }]);
      const consumer = await log.consume(`abort-${key}`, async (event) => void (event.key === key && seen.push(log.handleOf(event))));
      await eventually(() => seen.length > 0);
      await consumer.stop();
      expect(seen).toEqual(['kept']);
    });

    it('D8 a group goes on where it stopped, and another group starts at the beginning', async () => {
      const log = await start();
      const key = crypto.randomUUID();
      const first: string[] = [];
      const note = (into: string[]) => async (event: LoggedEvent) => void (event.key === key && into.push(log.handleOf(event)));
      await log.append([{ key, handle: 'a' }]);
      const one = await log.consume(`resume-${key}`, note(first));
      await eventually(() => first.length === 1);
      await one.stop();
      await log.append([{ key, handle: 'b' }]);
      const two = await log.consume(`resume-${key}`, note(first));
      await eventually(() => first.length === 2);
      await two.stop();
      const other: string[] = [];
      const three = await log.consume(`other-${key}`, note(other));
      await eventually(() => other.length === 2);
      await three.stop();
      expect([first, other]).toEqual([['a', 'b'], ['a', 'b']]);
    });

    it('D8 a poisoned fact is parked with what follows it of the same key, others go on, retry applies them in order', async () => {
      const log = await start();
      const [sick, well] = [crypto.randomUUID(), crypto.randomUUID()];
      const seen: string[] = [];
      let broken = true;
      const consumer = await log.consume(`park-${sick}`, async (event) => {
        if (event.key === sick && broken) throw new Error('poison');
        if (event.key === sick || event.key === well) seen.push(log.handleOf(event));
      });
      await log.append([{ key: sick, handle: 's1' }, { key: sick, handle: 's2' }, { key: well, handle: 'w1' }]);
      await eventually(() => seen.includes('w1'));
      expect(seen).toEqual(['w1']);
      broken = false;
      // What follows may be on its way behind the first while that is tried again: whoever retries looks once more.
      await eventually(async () => (await consumer.retryParked(), seen.length === 3));
      await consumer.stop();
      expect(seen).toEqual(['w1', 's1', 's2']);
    });

    it('D8 parked events are tried again when that is asked for, in order with what came behind; one that is dropped lets the others by', async () => {
      const log = await start();
      const [sick, hopeless] = [crypto.randomUUID(), crypto.randomUUID()];
      const group = `ask-${sick}`;
      const seen: string[] = [];
      const broken = new Set(['s1', 's3', 'h1']);
      const consumer = await log.consume(group, async (event) => {
        const handle = log.handleOf(event);
        if (broken.has(handle)) throw new Error(`poison in ${handle}`);
        if (event.key === sick || event.key === hopeless) seen.push(handle);
      });
      await log.append([{ key: sick, handle: 's1' }, { key: sick, handle: 's2' }, { key: hopeless, handle: 'h1' }]);
      await log.append([{ key: sick, handle: 's3' }, { key: hopeless, handle: 'h2' }, { key: sick, handle: 's4' }]);
      const list = (key: string) => listParked(log.query, { group, key });
      await eventually(async () => (await list(sick)).length === 4 && (await list(hopeless)).length === 2);
      expect((await list(sick)).map(({ behind, error }) => [behind, error])).toEqual([[false, 'Error: poison in s1'], ...Array.from({ length: 3 }, () => [true, 'an earlier event of this key is parked'])]);
      broken.delete('s1');
      await askParked(log.query, 'retry', { group, key: sick });
      // As far as it goes: the third is sick too.
      await eventually(async () => (await list(sick)).length === 2 && (await list(sick)).every(({ wanted }) => !wanted));
      expect([seen, (await list(sick)).map(({ behind, error }) => [behind, error])]).toEqual([['s1', 's2'], [[false, 'Error: poison in s3'], [true, 'an earlier event of this key is parked']]]);
      broken.delete('s3');
      await log.append([{ key: sick, handle: 's5' }]);
      await askParked(log.query, 'retry', { group, key: sick });
      await eventually(() => seen.includes('s5'));
      expect(seen).toEqual(['s1', 's2', 's3', 's4', 's5']);
      const [first] = await list(hopeless);
      await askParked(log.query, 'drop', { group, topic: first!.topic, partition: first!.partition, offset: first!.offset });
      await eventually(async () => (await list(hopeless)).length === 0);
      await consumer.stop();
      expect(seen).toEqual(['s1', 's2', 's3', 's4', 's5', 'h2']);
    });

    it('D8 readers of one group share the work, hand it over when they come and go, and none is done twice or out of order', async () => {
      const log = await start();
      const own: string[] = Array.from({ length: 8 }, () => crypto.randomUUID());
      const seen: [string, string][] = [];
      const join = () => log.consume(`share-${own[0]}`, async (event) => void (own.includes(event.key) && seen.push([event.key, log.handleOf(event)])));
      const first = await join();
      const appended = Promise.all(own.map((key) => appendSeries(log, key, 50)));
      await eventually(() => seen.length >= 40);
      const second = await join();
      await eventually(() => seen.length >= 120);
      await first.stop();
      await appended;
      await eventually(() => seen.length >= 400);
      const third = await join();
      await log.append([{ key: own[0]!, handle: '50' }]);
      await eventually(() => seen.length >= 401);
      await Promise.all([second.stop(), third.stop()]);
      const wanted = Array.from({ length: 50 }, (_, n) => String(n));
      for (const key of own) expect(seen.filter(([owner]) => owner === key).map(([, text]) => text)).toEqual(key === own[0] ? [...wanted, '50'] : wanted);
    });
  });
}

async function appendSeries(log: EventLogHarness, key: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await log.append([{ key, handle: String(n) }]);
}
