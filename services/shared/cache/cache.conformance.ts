/** The conformance suite of caches, run against each adapter. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/service';
import type { Cache } from './cache.js';

export interface CacheHarness {
  readonly cache: Cache;
  /** The same store as another process reaches it: a second connection where the store has connections. */
  readonly elsewhere: Cache;
  /** Advances the store's time without waiting: moves its clock, or brings all its expiries nearer. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const MINUTE = 60_000;
/** Long enough that only `advance` ends it, however busy the machine is. */
const WINDOW = 60_000;

export function cacheConformance(name: string, start: () => Promise<CacheHarness>): void {
  describe(`cache on ${name}`, () => {
    let harness: CacheHarness;
    let cache: Cache;
    beforeAll(async () => {
      harness = await start();
      cache = harness.cache;
    });
    afterAll(() => harness.close());

    values(() => harness);
    counters(() => harness);
    locks(() => harness);
    messages(() => harness);

    it('D5 keys and values of any text are returned unchanged', async () => {
      const prefix = key();
      const odd = ['', ' ', '0', 'naïve', '☃𝄞', 'a\nb\0c', '__proto__', 'constructor', `${'x'.repeat(70_000)}`];
      for (const [n, text] of odd.entries())
        await cache.set(`${prefix}:${text.slice(0, 40)}`, `${n}${text}`, { ttlMs: MINUTE });
      for (const [n, text] of odd.entries())
        expect(await cache.get(`${prefix}:${text.slice(0, 40)}`)).toBe(`${n}${text}`);
    });
  });
}

function values(harness: () => CacheHarness): void {
  it('a value is visible to all clients until it expires, and a later value has its own expiry', async () => {
    const { cache, elsewhere, advance } = harness();
    const name = key();
    expect(await cache.get(name)).toBeUndefined();
    expect(await cache.set(name, 'one', { ttlMs: WINDOW })).toBe(true);
    expect(await elsewhere.get(name)).toBe('one');
    await advance(WINDOW / 2);
    expect(await cache.set(name, 'two', { ttlMs: WINDOW })).toBe(true);
    await advance(WINDOW / 2 + 10);
    expect(await elsewhere.get(name)).toBe('two');
    await advance(WINDOW);
    expect(await cache.get(name)).toBeUndefined();
    expect(await elsewhere.take(name)).toBeUndefined();
  });

  it('onlyIfAbsent: of 64 callers exactly one sets the key, which is free again after expiry or delete', async () => {
    const { cache, elsewhere, advance } = harness();
    const name = key();
    const race = () =>
      together((n) => (n % 2 ? cache : elsewhere).set(name, `caller ${n}`, { ttlMs: WINDOW, onlyIfAbsent: true }));
    for (const free of [() => advance(WINDOW + 10), () => cache.delete(name), () => advance(0)]) {
      const won = await race();
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await cache.get(name)).toBe(`caller ${won.indexOf(true)}`);
      await free();
    }
    expect(await cache.set(name, 'refused', { ttlMs: WINDOW, onlyIfAbsent: true })).toBe(false);
    expect(await cache.get(name)).not.toBe('refused');
  });

  it('AU-07 D5 of 64 callers that take a nonce at once exactly one gets it', async () => {
    const { cache, elsewhere } = harness();
    for (let round = 0; round < 20; round++) {
      const name = key();
      await cache.set(name, `ticket ${round}`, { ttlMs: MINUTE });
      const got = await together((n) => (n % 2 ? cache : elsewhere).take(name));
      expect(got.filter((value) => value !== undefined)).toEqual([`ticket ${round}`]);
      expect(await elsewhere.get(name)).toBeUndefined();
    }
  });

  it('AU-07 an expired nonce is returned to no caller', async () => {
    const { cache, elsewhere, advance } = harness();
    const name = key();
    await cache.set(name, 'late', { ttlMs: WINDOW });
    await advance(WINDOW + 10);
    expect(await together(() => elsewhere.take(name))).toEqual(Array.from({ length: 64 }, () => undefined));
  });

  it('delete removes an existing key and ignores an absent one', async () => {
    const { cache, elsewhere } = harness();
    const [name, other] = [key(), key()];
    await cache.set(name, 'gone', { ttlMs: MINUTE });
    await cache.set(other, 'kept', { ttlMs: MINUTE });
    await elsewhere.delete(name);
    await elsewhere.delete(name);
    expect([await cache.get(name), await cache.get(other)]).toEqual([undefined, 'kept']);
  });
}

function counters(harness: () => CacheHarness): void {
  it('D5 64 concurrent increments are counted once each', async () => {
    const { cache, elsewhere } = harness();
    const name = key();
    const steps = await together((n) => (n % 2 ? cache : elsewhere).increment(name, MINUTE));
    expect(steps.map(({ value }) => value).sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, n) => n + 1));
    for (const { resetsInMs } of steps) expect(resetsInMs > 0 && resetsInMs <= MINUTE).toBe(true);
  });

  it('the window of a counter ends after its first increment, regardless of later ones', async () => {
    const { cache, advance } = harness();
    const name = key();
    expect((await cache.increment(name, WINDOW)).value).toBe(1);
    await advance(WINDOW * 0.6);
    const second = await cache.increment(name, WINDOW);
    expect(second.value).toBe(2);
    expect(second.resetsInMs).toBeLessThanOrEqual(WINDOW * 0.4 + 1);
    await advance(WINDOW * 0.4 + 10);
    expect((await cache.increment(name, WINDOW)).value).toBe(1);
    await cache.delete(name);
    expect((await cache.increment(name, WINDOW)).value).toBe(1);
  });
}

function locks(harness: () => CacheHarness): void {
  it('of 64 callers exactly one gets the lock; it is free again after release or expiry', async () => {
    const { cache, elsewhere, advance } = harness();
    const name = key();
    for (const end of ['release', 'time'] as const) {
      const got = (await together((n) => (n % 2 ? cache : elsewhere).lock(name, WINDOW))).filter(
        (lock) => lock !== undefined,
      );
      expect(got).toHaveLength(1);
      if (end === 'release') expect(await got[0]!.release()).toBe(true);
      else await advance(WINDOW + 10);
    }
    expect(await elsewhere.lock(name, WINDOW)).toBeDefined();
  });

  it('an expired lock neither frees nor extends the lock of the next holder', async () => {
    const { cache, elsewhere, advance } = harness();
    const name = key();
    const late = (await cache.lock(name, WINDOW))!;
    expect(await late.extend(WINDOW * 2)).toBe(true);
    await advance(WINDOW * 1.5);
    expect(await elsewhere.lock(name, WINDOW)).toBeUndefined();
    await advance(WINDOW);
    const next = (await elsewhere.lock(name, MINUTE))!;
    expect([await late.release(), await late.extend(MINUTE)]).toEqual([false, false]);
    expect(await cache.lock(name, WINDOW)).toBeUndefined();
    expect([await next.release(), await next.release()]).toEqual([true, false]);
  });
}

function messages(harness: () => CacheHarness): void {
  it('a message reaches every subscriber of its channel once and in order, wherever it was published', async () => {
    const { cache, elsewhere } = harness();
    const channel = key();
    const received: string[][] = [[], [], []];
    const stops = [
      await cache.subscribe(channel, (message) => received[0]!.push(message)),
      await elsewhere.subscribe(channel, (message) => received[1]!.push(message)),
      await cache.subscribe(key(), (message) => received[2]!.push(message)),
    ];
    for (const text of ['one', 'two', 'three']) await elsewhere.publish(channel, text);
    await eventually(() => received[0]!.length === 3 && received[1]!.length === 3);
    expect(received).toEqual([['one', 'two', 'three'], ['one', 'two', 'three'], []]);
    for (const stop of stops) await stop();
  });

  it('an unsubscribed listener receives nothing more, even if it unsubscribes while called; the others still do', async () => {
    const { cache } = harness();
    const channel = key();
    const [left, stayed]: [string[], string[]] = [[], []];
    const stop = await cache.subscribe(channel, (message) => {
      left.push(message);
      stop();
    });
    const stopStayed = await cache.subscribe(channel, (message) => stayed.push(message));
    await cache.publish(channel, 'first');
    await eventually(() => left.length === 1 && stayed.length === 1);
    stop();
    await cache.publish(channel, 'second');
    await eventually(() => stayed.length === 2);
    expect([left, stayed]).toEqual([['first'], ['first', 'second']]);
    stopStayed();
    await cache.publish(channel, 'to nobody');
  });

  it('messages are not stored for later subscribers', async () => {
    const { cache } = harness();
    const channel = key();
    const received: string[] = [];
    await cache.publish(channel, 'missed');
    const stop = await cache.subscribe(channel, (message) => received.push(message));
    await cache.publish(channel, 'heard');
    await eventually(() => received.length > 0);
    expect(received).toEqual(['heard']);
    stop();
  });
}

const key = () => `conformance:${crypto.randomUUID()}`;
const together = <T>(call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 64 }, (_, n) => call(n)));
