import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type S3, startS3 } from '../../../infra/testing/engines/s3.js';
import { type Fault, type FaultyLine, startFaultyLine } from '@zo/testing/faulty-line';
import { objectsConformance } from './objects.conformance.js';
import { S3Objects } from './s3.adapter.js';
import { S3Bucket } from './s3.bucket.js';
import { contentName, folderOf, parseName } from './s3.names.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Creates a bucket for one suite. */
async function bucketOn({ endpoint, region, accessKeyId, secretAccessKey }: S3) {
  const settings = { endpoint, region, accessKeyId, secretAccessKey, bucket: `test-${crypto.randomUUID()}` };
  const bucket = new S3Bucket(settings);
  await bucket.create();
  return { settings, bucket };
}

/** Counts unreferenced contents and unfinished multipart uploads. */
async function leftovers(bucket: S3Bucket): Promise<number> {
  const [contents, named] = [[] as string[], new Set<string>()];
  for await (const name of bucket.names()) {
    const { folder, begun } = parseName(name)!;
    if (begun === undefined) named.add(folder);
    else contents.push(folder);
  }
  let count = contents.filter((folder) => !named.has(folder)).length;
  for await (const _ of bucket.uploads()) count += 1;
  return count;
}

objectsConformance('S3', async () => {
  const s3 = await startS3();
  const { settings, bucket } = await bucketOn(s3);
  let breaks = 0;
  const breakOff = async (ageMs: number) => {
    const name = contentName(folderOf(crypto.randomUUID()), Date.now() - ageMs);
    // Alternates between a crash after and before the last part.
    if (breaks++ % 2) await bucket.put(name, Buffer.from('all of it'));
    else await bucket.beginUpload(name);
  };
  return {
    store: new S3Objects(settings),
    elsewhere: new S3Objects(settings),
    breakOff,
    unfinished: () => leftovers(bucket),
    close: () => s3.stop(),
  };
});

describe('S3', () => {
  let s3: S3;
  let line: FaultyLine;
  let settings: Awaited<ReturnType<typeof bucketOn>>['settings'];
  let store: S3Objects;
  beforeAll(async () => {
    s3 = await startS3();
    ({ settings } = await bucketOn(s3));
    line = await startFaultyLine(Number(new URL(s3.endpoint).port));
    store = new S3Objects(settings);
  });
  afterAll(async () => {
    await line.close();
    await s3.stop();
  });

  it('D6 500 objects while 20 % of the calls fail in five ways: no object reported as written is missing or truncated', async () => {
    const faulty = new S3Objects({ ...settings, endpoint: line.url, timeoutMs: 400 });
    line.faults = { share: 0.2, kinds: ['500', '503', 'timeout', 'reset', 'truncated'] satisfies Fault[] };
    const written = new Map<string, string>();
    let refused = 0;
    const work = Array.from({ length: 500 }, (_, n) => n);
    const worker = async () => {
      for (let n = work.pop(); n !== undefined; n = work.pop()) {
        // Every hundredth object is larger than one part.
        const bytes = randomBytes(n % 100 === 0 ? 17 * 1024 * 1024 + n : 1 + n * 37);
        await faulty.put(`d6/${n}`, Readable.from([bytes]), { ifAbsent: n % 2 === 0 }).then(
          (info) => (info ? written.set(`d6/${n}`, sha256(bytes)) : (refused += 1)),
          () => (refused += 1),
        );
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    // Read over the same faulty line: the content is complete, or the read fails.
    let wrong = 0;
    const readers = Array.from(written).map(async ([key, hash]) => {
      const got = await faulty.get(key).then(
        async (found) => found && sha256(await buffer(found.content)),
        () => 'failed',
      );
      if (got !== hash && got !== 'failed') wrong += 1;
    });
    await Promise.all(readers);
    line.faults = undefined;
    expect([wrong, line.made >= 400, written.size + refused]).toEqual([0, true, 500]);
    for (const [key, hash] of written) {
      const found = (await store.get(key))!;
      expect([key, found.info.hash, sha256(await buffer(found.content))]).toEqual([key, hash, hash]);
    }
    expect(refused).toBeLessThan(25);
    console.info(`D6: ${line.made} faults, ${written.size} written, ${refused} refused`);
  });

  it('D6 a store killed under load still holds everything it had acknowledged', async () => {
    const written: string[] = [];
    const bytes = randomBytes(100_000);
    const over = new AbortController();
    const writer = (async () => {
      for (let n = 0; !over.signal.aborted; n++) {
        const info = await store.put(`killed/${n}`, Readable.from([bytes])).catch(() => undefined);
        if (info) written.push(info.key);
      }
    })();
    for (let round = 0; round < 3; round++) {
      const before = written.length;
      while (written.length < before + 10) await new Promise((resolve) => setImmediate(resolve));
      await s3.kill();
      await s3.restart();
    }
    over.abort();
    await writer;
    for (const key of written) expect(sha256(await buffer((await store.get(key))!.content))).toBe(sha256(bytes));
  });

  it('S1 a link reads one object until it expires, and an altered link reads nothing', async () => {
    const bytes = randomBytes(1_000);
    await store.put('linked', Readable.from([bytes]));
    const link = (await store.link('linked', 60_000))!;
    const answer = await fetch(link);
    expect([
      answer.status,
      answer.headers.get('content-disposition'),
      sha256(Buffer.from(await answer.arrayBuffer())),
    ]).toEqual([200, 'attachment', sha256(bytes)]);
    expect((await fetch(link.replace(/Signature=.{4}/, 'Signature=0000'))).status).toBe(403);
    expect((await fetch(link.split('?')[0]!)).status).toBe(403);
    expect(await store.link('absent', 60_000)).toBeUndefined();
  });

  it('S1 an offer accepts exactly the promised bytes for one key, and stores nothing before it is accepted', async () => {
    const bytes = randomBytes(2_000);
    const promised = { size: bytes.length, hash: sha256(bytes) };
    const offer = await store.offer('offered', promised.hash, 60_000);
    expect((await fetch(offer.url, { method: 'PUT', headers: offer.headers, body: randomBytes(2_000) })).ok).toBe(
      false,
    );
    await expect(store.acceptOffer('offered', offer.name, promised)).rejects.toMatchObject({ name: 'NotFound' });
    expect((await fetch(offer.url, { method: 'PUT', headers: offer.headers, body: bytes })).status).toBe(200);
    expect(await store.head('offered')).toBeUndefined();
    expect(await store.acceptOffer('another', offer.name, promised)).toBeUndefined();
    await expect(store.acceptOffer('offered', offer.name, { ...promised, size: 1_999 })).rejects.toThrow(
      'something else',
    );
    expect(await store.acceptOffer('offered', offer.name, promised)).toMatchObject(promised);
    expect(sha256(await buffer((await store.get('offered'))!.content))).toBe(promised.hash);
  });

  it('invalid settings are reported in one sentence', async () => {
    const said = (more: Partial<typeof settings>) =>
      new S3Objects({ ...settings, timeoutMs: 100, ...more }).check().then(
        () => 'fine',
        (error: Error) => error.message,
      );
    expect(await said({})).toBe('fine');
    expect(await said({ bucket: '', secretAccessKey: '' })).toBe(
      'the setting of S3_BUCKET and S3_SECRET_ACCESS_KEY is missing',
    );
    expect(await said({ bucket: 'no-such-bucket' })).toBe('there is no bucket no-such-bucket');
    expect(await said({ secretAccessKey: 'wrong' })).toBe(`the keys do not open the bucket ${settings.bucket}`);
    expect(await said({ endpoint: 'http://127.0.0.1:1' })).toBe('nothing answers as S3 at http://127.0.0.1:1');
  });
});
