import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { ada, at, call, closeScene, onDisk, openScene } from './scene.js';

const COUNT = 12_345;
/** In the order of names, which differs from the order of creation. */
const names = Array.from({ length: COUNT }, (_, index) => `${String(index).padStart(5, '0')} ${'é'.repeat(60)}.md`);

beforeAll(async () => {
  await openScene();
  mkdirSync(onDisk('Large'));
  for (const name of names.toReversed()) closeSync(openSync(onDisk('Large', name), 'w'));
  mkdirSync(onDisk('Large', 'zz folder'));
});
afterAll(closeScene);

interface Columns {
  names: string[];
  dirs: number[];
  sizes: number[];
  errors: Record<string, string>;
}
const list = (...path: string[]) => ada(`/api/files/list?path=${encodeURIComponent(JSON.stringify(path))}`);
const linesOf = async (answer: Response) =>
  (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Columns);

interface Read {
  directoryContents: { name: string; isDirectory: boolean; error?: string }[];
  next?: string;
}

describe('a large folder', () => {
  it('FT-03 is listed completely, in lines of at most 1,000 entries', async () => {
    const answer = await list('Large');
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = await linesOf(answer);
    expect(Math.max(...lines.map((line) => line.names.length))).toBeLessThanOrEqual(1_000);
    expect(lines.every((line) => line.sizes.length === line.names.length)).toBe(true);
    expect(lines.flatMap((line) => line.names).toSorted()).toEqual([...names, 'zz folder']);
    expect(lines.flatMap((line) => line.dirs.map((index) => line.names[index]))).toEqual(['zz folder']);
  });

  it('FT-01 is read 5,000 entries at a time, in the order of names', async () => {
    const found: string[] = [];
    const pages: number[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: Read = await call<Read>('read-fs', { slug: ['Large'], root: 'w', after });
      found.push(...page.directoryContents.map(({ name }) => name));
      pages.push(page.directoryContents.length);
      after = page.next;
    }
    expect(pages).toEqual([5_000, 5_000, 2_346]);
    expect(found).toEqual([...names, 'zz folder']);
  });

  it('FT-01 a folder that fits has no next page, and an empty one has no entries', async () => {
    mkdirSync(onDisk('Empty'));
    const empty = await call<Read>('read-fs', { slug: ['Empty'], root: 'w' });
    expect([empty.directoryContents, 'next' in empty]).toEqual([[], false]);
    expect(await linesOf(await list('Empty'))).toMatchObject([{ names: [] }]);
    const last = await call<Read>('read-fs', { slug: ['Large'], root: 'w', after: names.at(-1) });
    expect([last.directoryContents.map(({ name }) => name), 'next' in last]).toEqual([['zz folder'], false]);
  });

  it('FT-03 a client that disconnects midway does not affect the next one', async () => {
    const leaving = new AbortController();
    const answer = await ada('/api/files/list?path=%5B%22Large%22%5D', { signal: leaving.signal });
    await answer.body!.getReader().read();
    leaving.abort();
    expect((await linesOf(await list('Large'))).flatMap((line) => line.names)).toHaveLength(COUNT + 1);
  });

  it('FT-03 a missing folder is reported before anything is sent', async () => {
    const answer = await list('Gone');
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'files.not_found']);
  });
});

describe('names that are not UTF-8', () => {
  it('FT-02 are listed as entries with an error, each under its own name', async () => {
    mkdirSync(onDisk('Latin'));
    const raw = (bytes: string) => Buffer.concat([Buffer.from(`${onDisk('Latin')}/`), Buffer.from(bytes, 'latin1')]);
    for (const bytes of ['caf\xe9.txt', 'caf\xe8.txt', 'plain.txt', '\xff\xfe']) writeFileSync(raw(bytes), 'text');
    const [columns] = await linesOf(await list('Latin'));
    const errors = Object.entries(columns!.errors).map(([index, error]) => [columns!.names[Number(index)], error]);
    expect(errors.toSorted()).toEqual([
      ['\\xFF\\xFE', 'EILSEQ'],
      ['caf\\xE8.txt', 'EILSEQ'],
      ['caf\\xE9.txt', 'EILSEQ'],
    ]);
    const { directoryContents } = await call<Read>('read-fs', { slug: ['Latin'], root: 'w' });
    expect(directoryContents.map(({ name, error }) => [name, error]).toSorted()).toEqual([
      ['\\xFF\\xFE', 'EILSEQ'],
      ['caf\\xE8.txt', 'EILSEQ'],
      ['caf\\xE9.txt', 'EILSEQ'],
      ['plain.txt', undefined],
    ]);
  });

  it('FT-02 are not opened, renamed, moved or deleted, with a sentence that says what to do', async () => {
    mkdirSync(onDisk('Raw'));
    const raw = Buffer.concat([Buffer.from(`${onDisk('Raw')}/`), Buffer.from('caf\xe9.txt', 'latin1')]);
    writeFileSync(raw, 'text');
    const entry = at('Raw', 'caf\\xE9.txt');
    const refusal = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { detail: string }).detail.includes('not valid UTF-8'),
    ];
    for (const [path, json] of [
      ['read-fs', { slug: entry.path, root: 'w' }],
      ['files/rename', { ...entry, name: 'b.txt' }],
      ['files/copy', { items: [entry], target: at() }],
    ] as const)
      expect([path, ...(await refusal(await ada(`/api/${path}`, { json })))]).toEqual([path, 400, true]);
    const trash = await ada('/api/files/trash', { json: { items: [entry] } });
    expect([trash.status, await trash.text()]).toEqual([trash.status, expect.stringContaining('not valid UTF-8')]);
    expect(await refusal(await ada('/api/file/w/Raw/caf%5CxE9.txt'))).toEqual([400, true]);
    expect(existsSync(raw)).toBe(true);
  });
});
