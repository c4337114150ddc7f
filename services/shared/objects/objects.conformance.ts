/** The conformance suite of object stores, run against each adapter. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@zo/testing';
import type { ObjectRange, ObjectStore } from './objects.js';

export interface ObjectsHarness {
  readonly store: ObjectStore;
  /** The same store as another process reaches it. */
  readonly elsewhere: ObjectStore;
  /** Leaves what a crash in the middle of a `put` leaves, last written `ageMs` ago. */
  breakOff(ageMs: number): Promise<void>;
  /** Returns the number of unfinished writes. */
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const stream = (bytes: Buffer, pieces = 1) =>
  Readable.from(
    Array.from({ length: pieces }, (_, n) =>
      bytes.subarray(Math.floor((n * bytes.length) / pieces), Math.floor(((n + 1) * bytes.length) / pieces)),
    ),
  );
const key = (name = '') => `conformance/${crypto.randomUUID()}/${name}`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

export function objectsConformance(name: string, start: () => Promise<ObjectsHarness>): void {
  describe(`objects in ${name}`, () => {
    let harness: ObjectsHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.close());

    contents(() => harness);
    unread(() => harness);
    races(() => harness);
    names(() => harness);
    leftovers(() => harness);
  });
}

function contents(harness: () => ObjectsHarness): void {
  it('D2 a stored object is returned whole, with its size and hash, to every process', async () => {
    const { store, elsewhere } = harness();
    for (const [size, pieces] of [
      [0, 1],
      [1, 1],
      [65_536, 3],
      [9 * 1024 * 1024 + 7, 150],
    ] as const) {
      const [name, bytes] = [key(), randomBytes(size)];
      const before = Date.now();
      const info = await store.put(name, stream(bytes, pieces));
      expect(info).toMatchObject({ key: name, size, hash: sha256(bytes) });
      expect(Math.abs(info!.modifiedAt.getTime() - before)).toBeLessThan(60_000);
      expect(await elsewhere.head(name)).toMatchObject({ key: name, size, hash: sha256(bytes) });
      expect(sha256(await read(elsewhere, name))).toBe(sha256(bytes));
    }
  });

  it('D2 ranges are exact, an end past the last byte is clamped, a start past it is refused', async () => {
    const { store } = harness();
    const [name, empty, bytes] = [key(), key(), randomBytes(300_000)];
    await store.put(name, stream(bytes));
    await store.put(empty, stream(Buffer.alloc(0)));
    const ranges: ObjectRange[] = [
      { start: 0 },
      { start: 0, end: 0 },
      { start: 299_999 },
      { start: 100, end: 199_999 },
      { start: 299_000, end: 10_000_000 },
    ];
    for (const range of ranges)
      expect(
        (await read(store, name, range)).equals(bytes.subarray(range.start, (range.end ?? bytes.length) + 1)),
      ).toBe(true);
    for (const [of, range] of [
      [name, { start: 300_000 }],
      [name, { start: 5, end: 4 }],
      [name, { start: -1 }],
      [empty, { start: 0 }],
    ] as const) {
      expect(await codeOf(store.get(of, range))).toBe('objects.bad_range');
    }
  });

  it('D2 a stream that fails stores nothing and keeps the existing object', async () => {
    const { store } = harness();
    const [fresh, known] = [key(), key()];
    await store.put(known, stream(Buffer.from('before')));
    const broken = () =>
      Readable.from(
        (async function* () {
          yield randomBytes(200_000);
          throw Object.assign(new Error('line is down'), { code: 'line_down' });
        })(),
      );
    for (const name of [fresh, known]) expect(await codeOf(store.put(name, broken()))).toBe('line_down');
    expect(await store.head(fresh)).toBeUndefined();
    expect(String(await read(store, known))).toBe('before');
    expect(await namesOf(store, fresh)).toEqual([]);
  });

  it('reads of an absent key return undefined, and deleting it succeeds', async () => {
    const { store } = harness();
    const name = key();
    await store.delete(name);
    expect([await store.get(name), await store.get(name, { start: 1 }), await store.head(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await store.put(name, stream(Buffer.from('x')));
    await store.delete(name);
    expect([await store.get(name), await store.head(name), await namesOf(store, name)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
}

function unread(harness: () => ObjectsHarness): void {
  it('S12 unread streams that are destroyed release their connections', async () => {
    const { store } = harness();
    const [name, bytes] = [key(), randomBytes(3_000_000)];
    await store.put(name, stream(bytes));
    for (let n = 0; n < 100; n++) (await store.get(name))!.content.destroy();
    const begun = (await store.get(name))!.content;
    for await (const _ of begun) break;
    expect(sha256(await read(store, name))).toBe(sha256(bytes));
  });
}

function races(harness: () => ObjectsHarness): void {
  it('D5 ifAbsent: of 32 concurrent writers exactly one stores the object', async () => {
    const { store, elsewhere } = harness();
    const name = key();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        (n % 2 ? store : elsewhere).put(name, stream(Buffer.from(`writer ${n}`)), { ifAbsent: true }),
      ),
    );
    const winners = answers.flatMap((info, n) => (info ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(String(await read(store, name))).toBe(`writer ${winners[0]}`);
    expect(await store.put(name, stream(Buffer.from('late')), { ifAbsent: true })).toBeUndefined();
    await store.delete(name);
    expect(await store.put(name, stream(Buffer.from('free again')), { ifAbsent: true })).toMatchObject({ size: 10 });
  });

  it('D2 readers always get one whole version while an object is replaced and deleted', async () => {
    const { store, elsewhere } = harness();
    const name = key();
    const versions = Array.from({ length: 12 }, (_, n) => Buffer.alloc(400_000 + n * 1_000, n));
    await store.put(name, stream(versions[0]!));
    const written = new AbortController();
    const writer = (async () => {
      for (const bytes of versions) await store.put(name, stream(bytes, 10));
      written.abort();
    })();
    const known = new Set(versions.map(sha256));
    while (!written.signal.aborted) {
      const got = await elsewhere.get(name);
      const bytes = await buffer(got!.content);
      expect([bytes.length, sha256(bytes), known.has(sha256(bytes))]).toEqual([got!.info.size, got!.info.hash, true]);
    }
    await writer;
    const last = await elsewhere.get(name);
    await store.delete(name);
    expect(sha256(await buffer(last!.content))).toBe(sha256(versions.at(-1)!));
  });
}

function names(harness: () => ObjectsHarness): void {
  it('S1 every key is a separate object, even if it looks like a path out of the store', async () => {
    const { store } = harness();
    const base = key();
    const odd = [
      'a',
      'A',
      'a/',
      'a//b',
      '../../../etc/passwd',
      './x',
      '/abs',
      'naïve',
      'nai\u0308ve',
      '☃𝄞',
      'a\nb',
      ' ',
      '%2e%2e/x',
      'con',
      '-rf',
      'x'.repeat(900),
    ];
    for (const name of odd) await store.put(base + name, stream(Buffer.from(`of ${name}`)));
    for (const name of odd) expect(String(await read(store, base + name))).toBe(`of ${name}`);
    expect(await namesOf(store, base)).toEqual(
      odd.map((name) => base + name).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it('S13 invalid keys are refused by every call', async () => {
    const { store } = harness();
    for (const name of ['', 'x'.repeat(1025), '☃'.repeat(342), 'half \ud800 character']) {
      for (const call of [
        () => store.put(name, stream(Buffer.from('x'))),
        () => store.get(name),
        () => store.head(name),
        () => store.delete(name),
      ])
        expect(await codeOf(call())).toBe('objects.bad_key');
    }
  });

  it('list returns exactly the keys with the prefix, in byte order', async () => {
    const { store, elsewhere } = harness();
    const base = key();
    for (const name of ['b/2', 'a/1', 'b/10', 'b', 'bb', 'B/1', 'b/é'])
      await store.put(base + name, stream(Buffer.from(name)));
    expect((await namesOf(elsewhere, `${base}b/`)).map((name) => name.slice(base.length))).toEqual([
      'b/10',
      'b/2',
      'b/é',
    ]);
    expect(await namesOf(elsewhere, base)).toHaveLength(7);
    expect(await namesOf(elsewhere)).toEqual(expect.arrayContaining([`${base}bb`]));
  });
}

function leftovers(harness: () => ObjectsHarness): void {
  it('D2 sweep removes leftovers of crashes after a day, and keeps writes in progress and whole objects', async () => {
    const { store, elsewhere, breakOff, unfinished } = harness();
    const name = key();
    await store.put(name, stream(Buffer.from('whole')));
    const before = await unfinished();
    for (const hours of [0, 1, 23, 25, 48, 24 * 400]) await breakOff(hours * 3_600_000);
    expect([await unfinished(), await store.sweep(), await unfinished()]).toEqual([before + 6, 3, before + 3]);
    expect([await store.sweep(), String(await read(store, name))]).toEqual([0, 'whole']);
    // More than a store would buffer in memory.
    const first = randomBytes(9 * 1024 * 1024);
    const gate = Promise.withResolvers<void>();
    const slow = Readable.from(
      (async function* () {
        yield first;
        await gate.promise;
        yield Buffer.from('second');
      })(),
    );
    const writing = store.put(name, slow);
    await eventually(async () => (await unfinished()) === before + 4);
    expect(await elsewhere.sweep()).toBe(0);
    gate.resolve();
    await writing;
    expect(sha256(await read(elsewhere, name))).toBe(sha256(Buffer.concat([first, Buffer.from('second')])));
  });
}

async function read(store: ObjectStore, name: string, range?: ObjectRange): Promise<Buffer> {
  return buffer((await store.get(name, range))!.content);
}

async function namesOf(store: ObjectStore, prefix?: string): Promise<string[]> {
  const found: string[] = [];
  for await (const info of store.list(prefix)) found.push(info.key);
  return found;
}
