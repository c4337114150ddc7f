import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { ada, at, BOB, call, closeScene, json, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

interface Hits {
  files: {
    root: string;
    path: string[];
    hash: string;
    hits: { offset: number; found: string; replacement: string }[];
  }[];
  leftOut: { path: string[]; why: string }[];
  isCut: boolean;
}
interface Results {
  results: { path: string[]; hash?: string; error?: string; code?: string }[];
}
/** The places in so many files, once the computer has noticed all of them. */
async function hitsOf(count: number, body: object): Promise<Hits> {
  let found = await call<Hits>('files/search/hits', body);
  await eventually(async () => {
    found = await call<Hits>('files/search/hits', body);
    return found.files.length === count;
  });
  return found;
}
const changesOf = ({ files }: Hits) =>
  files.map(({ root, path, hash, hits }) => ({
    root,
    path,
    hash,
    edits: hits.map(({ offset, found, replacement }) => ({ offset, found, replacement })),
  }));
const text = (...path: string[]) => readFileSync(onDisk(...path), 'utf8');

describe('replacing in files', () => {
  it('FT-14 shows every place, changes those files, and undoes it by the opposite edits', async () => {
    for (let n = 0; n < 30; n++) put(`colour ${n} of the colour\n`, 'Shop', `note ${n}.md`);
    put('nothing', 'Shop', 'other.md');
    const found = await hitsOf(30, { ...at('Shop'), q: 'colou(r)', regex: true, replacement: 'colo$1' });
    expect([found.files.length, found.files[0]!.hits.length, found.isCut]).toEqual([30, 2, false]);
    const { results } = await call<Results>('files/replace', { files: changesOf(found) });
    expect(results.every(({ error }) => error === undefined)).toBe(true);
    expect(text('Shop', 'note 7.md')).toBe('color 7 of the color\n');

    const back = results.map(({ path, hash }) => ({
      root: 'w',
      path,
      hash: hash!,
      edits: found.files
        .find((file) => file.path.join() === path.join())!
        .hits.map(({ offset, found: old, replacement }, index) => ({
          offset: offset - index,
          found: replacement,
          replacement: old,
        })),
    }));
    put('mine now', 'Shop', 'note 8.md');
    const undone = await call<Results>('files/replace', { files: back });
    expect(undone.results.filter(({ code }) => code === 'files.conflict').map(({ path }) => path.at(-1))).toEqual([
      'note 8.md',
    ]);
    expect(text('Shop', 'note 7.md')).toBe('colour 7 of the colour\n');
    expect(text('Shop', 'note 8.md')).toBe('mine now');
  });

  it('FT-14 leaves a file that changed since as it is, and changes the others with a version each', async () => {
    put('old text', 'Stale', 'a.md');
    put('old text', 'Stale', 'b.md');
    const changes = changesOf(await hitsOf(2, { ...at('Stale'), q: 'old', replacement: 'new' }));
    put('old and longer text', 'Stale', 'a.md');
    const { results } = await call<Results>('files/replace', { files: changes });
    expect(results.map(({ code }) => code)).toEqual(['files.conflict', undefined]);
    expect([text('Stale', 'a.md'), text('Stale', 'b.md')]).toEqual(['old and longer text', 'new text']);
    const query = `root=w&path=${encodeURIComponent(JSON.stringify(['Stale', 'b.md']))}`;
    const { versions } = await json<{ versions: { author: string }[] }>(ada(`/api/files/versions?${query}`));
    expect(versions[0]!.author).toBe('user');
  });

  it('FT-14 refuses what is not valid in a sentence, and files of others are absent', async () => {
    expect(await status('files/search/hits', { q: '(', regex: true })).toEqual([
      400,
      'The pattern is not valid: unclosed group.',
    ]);
    expect((await status('files/search/hits', { q: 'a\nb' }))[0]).toBe(400);
    const edits = [{ offset: 0, found: 'x', replacement: 'y' }];
    const change = { hash: 'a'.repeat(64), edits };
    const trashed = await call<Results>('files/replace', { files: [{ ...at('Trash', 'x'), ...change }] });
    expect(trashed.results[0]!.code).toBe('files.inside_trash');
    put('secret', 'Hers', 'only.md');
    await hitsOf(1, { q: 'secret' });
    const bob = await service.as(BOB)('/api/files/search/hits', { json: { q: 'secret' } });
    expect(((await bob.json()) as Hits).files).toEqual([]);
  });
});
