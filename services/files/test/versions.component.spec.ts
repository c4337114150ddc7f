import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { ada, at, BOB, call, closeScene, json, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

interface Listed {
  versions: { version: number; kind: string; author: string; size: number; notKept?: string }[];
  more: boolean;
  usage: { usedBytes: number; limitBytes: number; maxFileBytes: number };
}
const query = (path: string[]) => `root=w&path=${encodeURIComponent(JSON.stringify(path))}`;
const versions = (...path: string[]) => json<Listed>(ada(`/api/files/versions?${query(path)}`));
const save = (content: string, ...path: string[]) =>
  call('files/write', { ...at(...path), content, base: { any: true } });
const textOf = async (version: number, ...path: string[]) =>
  (await ada(`/api/file/w/${path.join('/')}?version=${version}`)).text();

describe('versions of a file', () => {
  it('are listed with author and size, read by number, and restored', async () => {
    put('from outside', 'Kept', 'note.md');
    // The first version counts from the moment when the file rests.
    await eventually(async () => (await versions('Kept', 'note.md')).versions.length === 1);
    await save('mine', 'Kept', 'note.md');
    const { versions: listed, usage, more } = await versions('Kept', 'note.md');
    expect(listed.map(({ kind, author, size }) => [kind, author, size])).toEqual([
      ['content', 'user', 4],
      ['content', 'unknown', 12],
    ]);
    expect([more, usage.maxFileBytes]).toEqual([false, 8 * 1024 * 1024]);
    expect(usage.limitBytes).toBeGreaterThan(usage.usedBytes);
    const first = listed[1]!.version;
    expect(await textOf(first, 'Kept', 'note.md')).toBe('from outside');
    expect(await call('files/versions/restore', { ...at('Kept', 'note.md'), version: first })).toEqual(
      at('Kept', 'note.md'),
    );
    expect(await textOf((await versions('Kept', 'note.md')).versions[0]!.version, 'Kept', 'note.md')).toBe(
      'from outside',
    );
    const copy = { ...at('Kept', 'note.md'), version: first, to: at('Kept', 'note.md') };
    expect(await call('files/versions/restore', copy)).toEqual(at('Kept', 'note (2).md'));
  });

  it('tell how many lines they differ in; texts of others and what is no text have none', async () => {
    await save('one\ntwo\nthree\n', 'Kept', 'lines.txt');
    await save('one\n2\nthree\nfour\n', 'Kept', 'lines.txt');
    put('\0binary', 'Kept', 'lines.bin');
    const [newer, older] = (await versions('Kept', 'lines.txt')).versions.map(({ version }) => version) as [
      number,
      number,
    ];
    const lines = (pairs: object[], ...path: string[]) => call('files/versions/lines', { ...at(...path), pairs });
    const pairs = [
      { before: older, after: newer },
      { before: newer, after: older },
      { before: 0, after: older },
      { before: older, after: newer + 1_000 },
    ];
    expect(await lines(pairs, 'Kept', 'lines.txt')).toEqual({
      counts: [{ added: 2, removed: 1 }, { added: 1, removed: 2 }, { added: 3, removed: 0 }, null],
    });
    expect(await lines([{ before: 0, after: older }], 'Kept', 'note.md')).toEqual({ counts: [null] });
    const binary = await eventually(async () => (await versions('Kept', 'lines.bin')).versions[0]);
    expect(await lines([{ before: 0, after: binary.version }], 'Kept', 'lines.bin')).toEqual({ counts: [null] });
    const many = Array.from({ length: 101 }, () => pairs[0]!);
    expect((await status('files/versions/lines', { ...at('Kept', 'lines.txt'), pairs: many }))[0]).toBe(400);
  });

  it('are inert: a page is a download, whatever its name says', async () => {
    await save('<script>1</script>', 'Kept', 'page.html');
    const [page] = (await versions('Kept', 'page.html')).versions;
    const answer = await ada(`/api/file/w/Kept/page.html?version=${page!.version}`);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('content-type')).not.toContain('html');
  });

  it('of others are absent, and of another file too', async () => {
    await save('hers', 'Kept', 'hers.txt');
    const [hers] = (await versions('Kept', 'hers.txt')).versions;
    const bob = service.as(BOB);
    expect((await bob(`/api/file/w/Kept/hers.txt?version=${hers!.version}`)).status).toBe(404);
    expect((await json<Listed>(bob(`/api/files/versions?${query(['Kept', 'hers.txt'])}`))).versions).toEqual([]);
    expect((await status('files/versions/restore', { ...at('Kept', 'note.md'), version: hers!.version }))[0]).toBe(404);
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740993', '1e400'])('refuse the number %s', async (version) => {
    expect((await ada(`/api/file/w/Kept/note.md?version=${version}`)).status).toBe(400);
  });
});

describe('deleted files', () => {
  it('are listed below their folder and restored to their path', async () => {
    await save('precious', 'Lost', 'deep', 'gone.md');
    rmSync(onDisk('Lost', 'deep'), { recursive: true });
    const [gone] = await eventually(async () => {
      const { files } = await json<{ files: { path: string[]; version: number; author: string }[] }>(
        ada(`/api/files/deleted?${query(['Lost'])}`),
      );
      return files.length > 0 && files;
    });
    expect([gone!.path, gone!.author]).toEqual([['Lost', 'deep', 'gone.md'], 'unknown']);
    await call('files/versions/restore', { ...at(...gone!.path), version: gone!.version });
    expect(await call('read-fs', { root: 'w', slug: gone!.path })).toMatchObject({ fileContent: 'precious' });
  });
});

describe('versions of a folder', () => {
  interface Moments {
    moments: { moment: number; files: number; author: string; examples: { path: string[] }[] }[];
    next?: number;
  }
  interface Files {
    files: { path: string[]; version?: number; sinceThen: string; size: number }[];
  }
  const moments = (...path: string[]) => json<Moments>(ada(`/api/files/versions/folder?${query(path)}`));
  const files = (moment: number, more = '') =>
    json<Files>(ada(`/api/files/versions/folder/files?${query(['Trip'])}&moment=${moment}${more}`));

  it('list moments and files, restore the folder, and undo that', async () => {
    await save('one', 'Trip', 'plan.md');
    await save('same', 'Trip', 'deep', 'same.md');
    const [then] = (await moments('Trip')).moments;
    expect(then).toMatchObject({ files: 2, author: 'user', examples: [{ path: ['Trip', 'deep', 'same.md'] }, {}] });
    await save('longer', 'Trip', 'plan.md');
    await save('new', 'Trip', 'new.md');
    const { files: differing } = await files(then!.moment, '&differing=true');
    expect(differing).toMatchObject([
      { path: ['Trip', 'new.md'], sinceThen: 'new', size: 3 },
      { path: ['Trip', 'plan.md'], sinceThen: 'changed', size: 3, version: expect.any(Number) },
    ]);
    expect((await files(then!.moment)).files.map(({ sinceThen }) => sinceThen)).toEqual(['same', 'new', 'changed']);

    const done = await call('files/versions/folder/restore', { ...at('Trip'), moment: then!.moment });
    expect(done).toMatchObject({ restored: 1, left: [], leftCount: 0 });
    const textNow = async () => (await call('read-fs', { root: 'w', slug: ['Trip', 'plan.md'] })).fileContent;
    expect(await textNow()).toBe('one');
    await call('files/versions/folder/undo', { undo: done.undo });
    expect(await textNow()).toBe('longer');
  });

  it('are those of the user, and an undo that is not known is refused', async () => {
    expect(await json<Moments>(service.as(BOB)(`/api/files/versions/folder?${query(['Trip'])}`))).toEqual({
      moments: [],
    });
    expect((await status('files/versions/folder/undo', { undo: crypto.randomUUID() }))[0]).toBe(404);
    expect((await status('files/versions/folder/restore', { ...at('Trash'), moment: 1 }))[0]).toBe(403);
    for (const bad of ['0', '-1', 'x', '1e400'])
      expect((await ada(`/api/files/versions/folder/files?${query(['Trip'])}&moment=${bad}`)).status).toBe(400);
  });
});

describe('settings of the history', () => {
  it('are all kept when each was changed at the same moment as the others', async () => {
    const change = async (json: object) =>
      expect((await ada('/api/files/versions/settings', { method: 'PUT', json })).status).toBe(200);
    for (let round = 1; round <= 5; round++) {
      const [limitBytes, keepDays, ignored] = [(16 + round) * 1024 * 1024, 10 + round, [`folder ${round}`]];
      await Promise.all([change({ limitBytes }), change({ keepDays }), change({ ignored })]);
      expect(await json(ada('/api/files/versions/settings'))).toMatchObject({ limitBytes, keepDays, ignored });
    }
    await change({ limitBytes: 0 });
  });

  it('that are not given stay as they are', async () => {
    const change = (json: object) => ada('/api/files/versions/settings', { method: 'PUT', json });
    expect((await change({ keepDays: 7 })).status).toBe(200);
    expect((await change({ ignored: ['scratch'] })).status).toBe(200);
    expect(await json(ada('/api/files/versions/settings'))).toMatchObject({ keepDays: 7, ignored: ['scratch'] });
    await change({ keepDays: 90, ignored: [] });
  });
});
