/** The conformance suite of event logs, run against each adapter. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/service';
import { requestParked, listParked, type Query } from './dlq.js';

/** Throws for an event it rejects. `query` runs inside the transaction of the effect. */
export type Poison = (
  fact: { key: string; handle: string },
  query: (sql: string) => Promise<unknown>,
) => Promise<void> | void;

export interface EventLogHarness {
  /** Appends events in one transaction; `abort` rolls it back. */
  append(facts: readonly { key: string; handle: string }[], abort?: boolean): Promise<void>;
  /** Starts a consumer of a group that records each event in the database as its effect, then calls `poison`. */
  consume(group: string, poison?: Poison): Promise<{ stop(): Promise<void>; retryParked(): Promise<number> }>;
  /** Returns the events of these keys that the group has applied, in the order of application. */
  applied(group: string, keys: readonly string[]): Promise<{ key: string; handle: string }[]>;
  /** Runs a query on the database. */
  readonly query: Query;
}

export function eventLogConformance(name: string, start: () => Promise<EventLogHarness>): void {
  describe(`event log: ${name}`, () => {
    it('D8 applies committed events once, in the order of each key, across several writers', async () => {
      const log = await start();
      const keys = newKeys(8);
      const consumer = await log.consume(`order-${keys[0]}`);
      await Promise.all(keys.map((key) => appendSeries(log, key, 25)));
      await eventually(async () => (await log.applied(`order-${keys[0]}`, keys)).length >= 200);
      await consumer.stop();
      await expectSeries(log, `order-${keys[0]}`, keys, 25);
    });

    it('D8 an event of a transaction that was rolled back is never delivered', async () => {
      const log = await start();
      const [key] = newKeys(1);
      await log.append([{ key: key!, handle: 'aborted' }], true);
      await log.append([{ key: key!, handle: 'kept' }]);
      const consumer = await log.consume(`abort-${key}`);
      await eventually(async () => (await handlesOf(log, `abort-${key}`, key!)).length > 0);
      await consumer.stop();
      expect(await handlesOf(log, `abort-${key}`, key!)).toEqual(['kept']);
    });

    it('D8 a group resumes where it stopped, and another group starts at the beginning', async () => {
      const log = await start();
      const [key] = newKeys(1) as [string];
      const has = (group: string, count: number) =>
        eventually(async () => (await handlesOf(log, group, key)).length === count);
      await log.append([{ key, handle: 'a' }]);
      const one = await log.consume(`resume-${key}`);
      await has(`resume-${key}`, 1);
      await one.stop();
      await log.append([{ key, handle: 'b' }]);
      const two = await log.consume(`resume-${key}`);
      await has(`resume-${key}`, 2);
      await two.stop();
      const three = await log.consume(`other-${key}`);
      await has(`other-${key}`, 2);
      await three.stop();
      expect([await handlesOf(log, `resume-${key}`, key), await handlesOf(log, `other-${key}`, key)]).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ]);
    });

    it('D8 a poisoned event is parked with later events of its key, other keys continue, a retry applies them in order', async () => {
      const log = await start();
      const keys = newKeys(2) as [string, string];
      const [sick, well] = keys;
      const group = `park-${sick}`;
      const applied = async () => (await log.applied(group, keys)).map(({ handle }) => handle);
      let broken = true;
      const consumer = await log.consume(group, ({ key }) => {
        if (key === sick && broken) throw new Error('poison');
      });
      await log.append([
        { key: well, handle: 'w0' },
        { key: sick, handle: 's1' },
        { key: sick, handle: 's2' },
        { key: well, handle: 'w1' },
      ]);
      await eventually(async () => (await applied()).includes('w1'));
      // Events that shared a transaction with the poisoned one are applied exactly once.
      expect(await applied()).toEqual(['w0', 'w1']);
      broken = false;
      // A later event may still be in flight while the first is retried, so retry until all are applied.
      await eventually(async () => (await consumer.retryParked(), (await applied()).length === 4));
      await consumer.stop();
      expect(await applied()).toEqual(['w0', 'w1', 's1', 's2']);
    });

    it('D8 an event whose handler swallowed a database error is parked, not lost', async () => {
      const log = await start();
      const keys = newKeys(2) as [string, string];
      const [sick, well] = keys;
      const group = `swallow-${sick}`;
      const isParked = async (count: number) => (await listParked(log.query, { group, key: sick })).length === count;
      let broken = true;
      const consumer = await log.consume(group, async ({ key }, query) => {
        if (key === sick && broken) await query('select 1 / 0').catch(() => undefined);
      });
      await log.append([{ key: sick, handle: 's0' }]);
      await eventually(() => isParked(1));
      // Appended together with others, because queued events may be applied in one transaction.
      await log.append([
        { key: sick, handle: 's1' },
        ...Array.from({ length: 5 }, (_, n) => ({ key: well, handle: `w${n}` })),
      ]);
      await eventually(async () => (await handlesOf(log, group, well)).length === 5 && isParked(2));
      expect(await handlesOf(log, group, sick)).toEqual([]);
      broken = false;
      await eventually(async () => (await consumer.retryParked(), isParked(0)));
      await consumer.stop();
      expect([await handlesOf(log, group, sick), await handlesOf(log, group, well)]).toEqual([
        ['s0', 's1'],
        ['w0', 'w1', 'w2', 'w3', 'w4'],
      ]);
    });

    it('D8 a requested retry applies parked events in order with those behind them; a dropped event unblocks the others', async () => {
      const log = await start();
      const keys = newKeys(2) as [string, string];
      const [sick, hopeless] = keys;
      const group = `ask-${sick}`;
      const applied = async () => (await log.applied(group, keys)).map(({ handle }) => handle);
      const broken = new Set(['s1', 's3', 'h1']);
      const consumer = await log.consume(group, ({ key, handle }) => {
        if (keys.includes(key) && broken.has(handle)) throw new Error(`poison in ${handle}`);
      });
      await log.append([
        { key: sick, handle: 's1' },
        { key: sick, handle: 's2' },
        { key: hopeless, handle: 'h1' },
      ]);
      await log.append([
        { key: sick, handle: 's3' },
        { key: hopeless, handle: 'h2' },
        { key: sick, handle: 's4' },
      ]);
      const list = (key: string) => listParked(log.query, { group, key });
      await eventually(async () => (await list(sick)).length === 4 && (await list(hopeless)).length === 2);
      expect((await list(sick)).map(({ behind, error }) => [behind, error])).toEqual([
        [false, 'Error: poison in s1'],
        ...Array.from({ length: 3 }, () => [true, 'an earlier event of this key is parked']),
      ]);
      broken.delete('s1');
      await requestParked(log.query, 'retry', { group, key: sick });
      // The retry stops at the third event, which fails as well.
      await eventually(
        async () => (await list(sick)).length === 2 && (await list(sick)).every(({ wanted }) => !wanted),
      );
      expect([await applied(), (await list(sick)).map(({ behind, error }) => [behind, error])]).toEqual([
        ['s1', 's2'],
        [
          [false, 'Error: poison in s3'],
          [true, 'an earlier event of this key is parked'],
        ],
      ]);
      broken.delete('s3');
      await log.append([{ key: sick, handle: 's5' }]);
      await requestParked(log.query, 'retry', { group, key: sick });
      await eventually(async () => (await applied()).includes('s5'));
      expect(await applied()).toEqual(['s1', 's2', 's3', 's4', 's5']);
      const [first] = await list(hopeless);
      await requestParked(log.query, 'drop', {
        group,
        topic: first!.topic,
        partition: first!.partition,
        offset: first!.offset,
      });
      await eventually(async () => (await list(hopeless)).length === 0);
      await consumer.stop();
      expect(await applied()).toEqual(['s1', 's2', 's3', 's4', 's5', 'h2']);
    });

    it('D8 consumers of one group share the work and hand it over when they join and leave, without duplicates or reordering', async () => {
      const log = await start();
      const keys = newKeys(8);
      const group = `share-${keys[0]}`;
      const reached = (count: number) => eventually(async () => (await log.applied(group, keys)).length >= count);
      const first = await log.consume(group);
      const appended = Promise.all(keys.map((key) => appendSeries(log, key, 50)));
      await reached(40);
      const second = await log.consume(group);
      await reached(120);
      await first.stop();
      await appended;
      await reached(400);
      const third = await log.consume(group);
      await log.append(keys.map((key) => ({ key, handle: '50' })));
      await reached(408);
      await Promise.all([second.stop(), third.stop()]);
      await expectSeries(log, group, keys, 51);
    });
  });
}

const newKeys = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID());

const handlesOf = async (log: EventLogHarness, group: string, key: string) =>
  (await log.applied(group, [key])).map(({ handle }) => handle);

async function expectSeries(
  log: EventLogHarness,
  group: string,
  keys: readonly string[],
  count: number,
): Promise<void> {
  for (const key of keys)
    expect(await handlesOf(log, group, key)).toEqual(Array.from({ length: count }, (_, n) => String(n)));
}

async function appendSeries(log: EventLogHarness, key: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await log.append([{ key, handle: String(n) }]);
}
