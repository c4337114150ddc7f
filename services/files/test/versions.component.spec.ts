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
