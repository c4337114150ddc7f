import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { eventually, repetitions } from '@zo/testing';
import {
  BOB,
  CHUNK,
  service,
  computer,
  ada,
  onDisk,
  post,
  outcome,
  begin,
  chunk,
  complete,
  sha,
  form,
  single,
  useUploads,
} from './uploads-setup.js';

useUploads();

describe('single', () => {
  it('UP-02 one multipart request with file and pathParts returns the finalPath', async () => {
    const answer = await single(form({ pathParts: '["Einz","el"]' }, Buffer.from('hi'), 'ä b.txt'));
    expect([answer.status, await answer.json()]).toEqual([201, { finalPath: 'Einz/el/ä b.txt' }]);
    expect(readFileSync(onDisk('Einz', 'el', 'ä b.txt'), 'utf8')).toBe('hi');
  });

  it('UP-02 fileName carries names that the header of the file cannot: browsers encode a quotation mark there as %22', async () => {
    for (const fileName of ['a "word".txt', '100%22.txt']) {
      const answer = await single(form({ pathParts: '["Names"]', fileName }, Buffer.from('hi'), fileName));
      expect([answer.status, await answer.json()]).toEqual([201, { finalPath: `Names/${fileName}` }]);
    }
    expect(readdirSync(onDisk('Names')).toSorted()).toEqual(['100%22.txt', 'a "word".txt']);
  });

  it('UP-02 more than 6291456 bytes is refused, exactly that many are accepted', async () => {
    expect((await single(form({ pathParts: '[]' }, Buffer.alloc(6_291_456), 'edge.bin'))).status).toBe(201);
    expect(await outcome(await single(form({ pathParts: '[]' }, Buffer.alloc(6_291_457), 'over.bin')))).toEqual([
      413,
      'uploads.too_large_for_single',
    ]);
    expect(existsSync(onDisk('over.bin'))).toBe(false);
  });

  it('UP-07 an existing file is never overwritten: both are kept, or the upload is refused on request', async () => {
    await single(form({ pathParts: '["Clash"]' }, Buffer.from('1'), 'same.txt'));
    const second = (await (await single(form({ pathParts: '["Clash"]' }, Buffer.from('2'), 'same.txt'))).json()) as {
      finalPath: string;
    };
    expect(second.finalPath).toBe('Clash/same (2).txt');
    expect(
      await outcome(await single(form({ pathParts: '["Clash"]', clash: 'refuse' }, Buffer.from('3'), 'same.txt'))),
    ).toEqual([409, 'uploads.name_taken']);
    expect(readFileSync(onDisk('Clash', 'same.txt'), 'utf8')).toBe('1');
  });

  it('UP-07 a repeated request finds what arrived before, beside whatever had the name', async () => {
    const folder = { pathParts: '["Again"]' };
    const put = async (fields: Record<string, string>, content: string) => {
      const answer = await single(form({ ...folder, ...fields }, Buffer.from(content), 'photo.jpg'));
      return ((await answer.json()) as { finalPath: string }).finalPath;
    };
    expect(await put({}, 'older')).toBe('Again/photo.jpg');
    expect(await put({}, 'new')).toBe('Again/photo (2).jpg');
    expect(await put({ repeats: 'true' }, 'new')).toBe('Again/photo (2).jpg');
    // It had not arrived, or the same file is uploaded twice on purpose.
    expect(await put({ repeats: 'true' }, 'newer')).toBe('Again/photo (3).jpg');
    expect(await put({}, 'new')).toBe('Again/photo (4).jpg');
    expect(readdirSync(onDisk('Again'))).toHaveLength(4);
  });

  it('UP-07 both are kept even if the name has the maximum length', async () => {
    for (const name of [`${'é'.repeat(126)}.md`, `a.${'x'.repeat(253)}`]) {
      const answers = [
        await single(form({ pathParts: '["Long"]' }, Buffer.from('1'), name)),
        await single(form({ pathParts: '["Long"]' }, Buffer.from('2'), name)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    }
  });

  it('S1 hostile names, folders and forms return a clear 4xx', async () => {
    const bad = [
      form({ pathParts: '["..","x"]' }, Buffer.from('x'), 'a'),
      form({ pathParts: '["w/../.."]' }, Buffer.from('x'), 'a'),
      form({ pathParts: '"w"' }, Buffer.from('x'), 'a'),
      form({ pathParts: '[["a"]]' }, Buffer.from('x'), 'a'),
      form({ pathParts: '{' }, Buffer.from('x'), 'a'),
      form({}, Buffer.from('x'), 'a'),
      form({ pathParts: '[]' }, Buffer.from('x'), '../x'),
      form({ pathParts: '[]' }, Buffer.from('x'), 'a/b'),
      form({ pathParts: '[]' }, Buffer.from('x'), 'n'.repeat(300)),
      form({ pathParts: '["Trash"]' }, Buffer.from('x'), 'a'),
      form({ pathParts: '[]', fileName: '../a' }, Buffer.from('x'), 'a'),
    ];
    for (const data of bad) expect((await single(data)).status).toBeGreaterThanOrEqual(400);
    const noBoundary = await ada('/api/file-uploads/single', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect(await outcome(noBoundary)).toEqual([400, 'uploads.bad_form']);
    expect(
      readdirSync(computer.home)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['sites', 'workspace']);
  });
});

describe('in chunks', () => {
  it('UP-03 UP-06 chunks in any order, repeated and concurrent, form the complete file, invisible until then', async () => {
    const upload = await begin(randomBytes(CHUNK * 3 + 123));
    const answers = await Promise.all([3, 1, 1, 0, 2, 1].map((index) => chunk(upload, index)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(existsSync(onDisk('Up', upload.name))).toBe(false);
    expect(existsSync(onDisk('Up')) ? readdirSync(onDisk('Up')) : []).toEqual([]);
    const done = await complete(upload);
    expect([done.status, await done.json()]).toEqual([200, { finalPath: `Up/${upload.name}` }]);
    expect(sha(readFileSync(onDisk('Up', upload.name)))).toBe(sha(upload.bytes));
  });

  it('UP-06 after a reload the unfinished upload lists the chunks that have arrived', async () => {
    const upload = await begin(randomBytes(CHUNK + 1));
    await chunk(upload, 1);
    const listed = (await (await ada('/api/file-uploads')).json()) as {
      uploads: { uploadId: string; received: number[] }[];
    };
    expect(listed.uploads.find(({ uploadId }) => uploadId === upload.id)).toMatchObject({
      received: [1],
      fileName: upload.name,
      totalBytes: CHUNK + 1,
      pathParts: ['Up'],
    });
    expect(await outcome(await complete(upload))).toEqual([409, 'uploads.incomplete']);
    await chunk(upload, 0);
    expect((await complete(upload)).status).toBe(200);
  });

  it('UP-06 a chunk repeated with other bytes is refused and changes nothing', async () => {
    const upload = await begin(randomBytes(1_000));
    await chunk(upload, 0);
    expect(await outcome(await chunk(upload, 0, { body: randomBytes(1_000) }))).toEqual([409, 'uploads.differs']);
    await complete(upload);
    expect(sha(readFileSync(onDisk('Up', upload.name)))).toBe(sha(upload.bytes));
  });

  it('UP-06 two concurrent completions put one file in place and return the same path', async () => {
    const upload = await begin(randomBytes(10));
    await chunk(upload, 0);
    const bodies = await Promise.all([1, 2, 3].map(async () => (await complete(upload)).json()));
    expect(bodies).toEqual([1, 2, 3].map(() => ({ finalPath: `Up/${upload.name}` })));
    expect(readdirSync(onDisk('Up')).filter((name) => name.startsWith(upload.name.slice(0, 8)))).toHaveLength(1);
  });

  it('UP-03 an empty file needs no chunk', async () => {
    const upload = await begin(Buffer.alloc(0));
    expect((await complete(upload)).status).toBe(200);
    expect(readFileSync(onDisk('Up', upload.name))).toHaveLength(0);
  });

  it('UP-03 abort frees the space; later chunks, completion and another abort find nothing', async () => {
    const upload = await begin(randomBytes(10));
    await chunk(upload, 0);
    expect((await post('abort', { uploadId: upload.id })).status).toBe(204);
    expect((await post('abort', { uploadId: upload.id })).status).toBe(204);
    expect([(await chunk(upload, 0)).status, (await complete(upload)).status]).toEqual([404, 404]);
  });

  it('UP-03 a chunk in flight during an abort finds nothing', async () => {
    const upload = await begin(Buffer.alloc(1_000_000, 'x'));
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const sender = body.writable.getWriter();
    const headers = {
      'upload-id': upload.id,
      'chunk-index': '0',
      'chunk-size': '1000000',
      'chunk-offset': '0',
      'total-bytes': '1000000',
      'content-type': 'application/octet-stream',
    };
    const answer = ada('/api/file-uploads/chunk', {
      method: 'PUT',
      headers,
      body: body.readable,
      duplex: 'half',
    } as RequestInit);
    await sender.write(upload.bytes.subarray(0, 900_000));
    const staged = join(computer.home, '.computer', 'uploads', upload.id);
    await eventually(() => readFileSync(staged)[0] === 'x'.charCodeAt(0));
    expect((await post('abort', { uploadId: upload.id })).status).toBe(204);
    await sender.write(upload.bytes.subarray(900_000));
    await sender.close();
    expect(await outcome(await answer)).toEqual([404, 'uploads.not_found']);
  });

  it('UP-07 S4 uploads of another user return 404', async () => {
    const upload = await begin(randomBytes(10));
    const bob = service.as(BOB);
    expect((await chunk(upload, 0, { as: bob })).status).toBe(404);
    expect((await bob(`/api/file-uploads/${upload.id}`)).status).toBe(404);
    await bob('/api/file-uploads/abort', { json: { uploadId: upload.id } });
    expect((await chunk(upload, 0)).status).toBe(200);
  });

  it('UP-03 invalid headers are refused with the reason', async () => {
    const upload = await begin(randomBytes(CHUNK + 5));
    const wrong: Record<string, string>[] = [
      { 'chunk-index': '-1' },
      { 'chunk-index': '1.5' },
      { 'chunk-index': '1000000000' },
      { 'chunk-offset': '7' },
      { 'chunk-size': '4' },
      { 'total-bytes': '9007199254740993' },
      { 'total-bytes': '6e9' },
      { 'upload-id': 'x' },
      { 'upload-id': crypto.randomUUID() },
    ];
    for (const headers of wrong) {
      const answer = await chunk(upload, 1, { headers });
      expect([headers, answer.status === 400 || answer.status === 404]).toEqual([headers, true]);
    }
    expect((await chunk(upload, 1, { body: Buffer.alloc(3), headers: { 'chunk-size': '5' } })).status).toBe(400);
    for (const totalBytes of [-1, 2 ** 53, 1.5, '6', null])
      expect((await post('init', { pathParts: [], fileName: 'x', totalBytes })).status).toBe(400);
    for (const fileName of ['../x', 'a/b', '..', '', 'n'.repeat(256)])
      expect((await post('init', { pathParts: [], fileName, totalBytes: 1 })).status).toBe(400);
    expect(await outcome(await complete(upload, { fileName: 'other' }))).toEqual([400, 'uploads.mismatch']);
  });

  it('UP-06 a folder that was replaced by a file or removed before completion loses no data', async () => {
    const upload = await begin(randomBytes(10));
    await chunk(upload, 0);
    rmSync(onDisk('Up'), { recursive: true, force: true });
    writeFileSync(onDisk('Up'), 'now a file');
    expect((await complete(upload)).status).toBe(409);
    rmSync(onDisk('Up'));
    expect((await complete(upload)).status).toBe(200);
    expect(readFileSync(onDisk('Up', upload.name))).toHaveLength(10);
  });
});

/** What may happen to an upload: every step is one request that a confused or broken client could send. */
type Step = { readonly kind: 'chunk' | 'twist' | 'foreign' | 'complete' | 'cut'; readonly index: number };
const step = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('chunk', 'chunk', 'chunk', 'twist', 'foreign', 'complete', 'cut'),
  index: fc.integer({ min: 0, max: 3 }),
});

describe('sequences', () => {
  it('D11 any sequence of chunks, repetitions, gaps, wrong bytes and completions ends in the exact file or in none', async () => {
    mkdirSync(onDisk('Up'), { recursive: true });
    const small = randomBytes(CHUNK + 77);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const upload = await begin(small);
        const arrived = new Set<number>();
        for (const { kind, index } of steps) {
          if (kind === 'chunk' && (await chunk(upload, index)).status === 200) arrived.add(index);
          if (kind === 'twist' && arrived.has(index))
            expect((await chunk(upload, index, { body: Buffer.alloc(index === 0 ? CHUNK : 77) })).status).toBe(409);
          if (kind === 'foreign') expect((await chunk(upload, index, { as: service.as(BOB) })).status).toBe(404);
          if (kind === 'cut')
            expect(
              (
                await chunk(upload, index, {
                  body: Buffer.alloc(1),
                  headers: { 'chunk-size': String(index === 0 ? CHUNK : 77) },
                })
              ).status,
            ).toBeGreaterThanOrEqual(400);
          if (kind === 'complete') expect((await complete(upload)).status).toBe(arrived.size === 2 ? 200 : 409);
          if (arrived.size < 2) expect(existsSync(onDisk('Up', upload.name))).toBe(false);
          if (kind === 'complete' && arrived.size === 2) break;
        }
        for (const index of [0, 1]) if (!arrived.has(index)) await chunk(upload, index);
        expect((await complete(upload)).status).toBe(200);
        expect(sha(readFileSync(onDisk('Up', upload.name)))).toBe(sha(small));
        rmSync(onDisk('Up', upload.name));
      }),
      { numRuns: repetitions(15, 40) },
    );
  });
});
