/** PC-02: the folder of a machine of the person's own is a root beside those of the computer. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startTestComputer, type TestComputer } from '@zo/testing';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { ada, BOB, call, closeScene, json, machines, onDisk, openScene, put, service, status, ADA } from './scene.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-laptop-'));
const trash = mkdtempSync(join(tmpdir(), 'zo-laptop-trash-'));
let laptop: TestComputer;
let root: string;

beforeAll(async () => {
  await openScene();
  laptop = await startTestComputer({ ZO_WORKSPACE: folder, ZO_TRASH: join(trash, 'Trash') });
  root = `m${laptop.instance}`;
});
afterAll(async () => {
  await laptop.stop();
  await closeScene();
  removeFolder(folder);
  removeFolder(trash);
});
beforeEach(() => void machines.set(ADA, [{ name: 'laptop', at: laptop }]));

const there = (...path: string[]) => ({ root, path });
const address = (...names: string[]) => `/api/file/${[root, ...names].map(encodeURIComponent).join('/')}`;

it('PC-02 files of a machine are listed, opened, edited, made, renamed and downloaded, apart from the computer', async () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.md'), 'on the laptop');
  put('on the computer', 'src', 'a.md');

  expect(await call('read-fs', { root, slug: [] })).toMatchObject({ root, directoryContents: [{ name: 'src' }] });
  expect(await json(ada(`/api/files/list?root=${root}&path=${encodeURIComponent('["src"]')}`))).toMatchObject({
    names: ['a.md'],
  });
  const open = await call('read-fs', { root, slug: ['src', 'a.md'] });
  expect(open).toMatchObject({ root, fileContent: 'on the laptop' });
  const edits = [{ offset: 3, found: 'the', replacement: 'my' }];
  await call('files/write', { ...there('src', 'a.md'), edits, base: { hash: open['hash'] } });
  expect(readFileSync(join(folder, 'src', 'a.md'), 'utf8')).toBe('on my laptop');
  expect(await status('files/write', { ...there('src', 'a.md'), content: 'x', base: { hash: open['hash'] } })).toEqual([
    409,
    '“src/a.md” was changed since it was opened.',
  ]);

  expect(await call('files/create', { ...there('src', 'b'), type: 'note' })).toEqual(there('src', 'b.md'));
  expect(await call('files/rename', { ...there('src', 'b.md'), name: 'c' })).toEqual(there('src', 'c.md'));
  expect(await status('files/rename', { ...there('src', 'c.md'), name: 'a' })).toEqual([
    409,
    '“a.md” is already there.',
  ]);
  expect(readdirSync(join(folder, 'src'))).toEqual(['a.md', 'c.md']);

  const part = await ada(address('src', 'a.md'), { headers: { range: 'bytes=3-4' } });
  expect([part.status, await part.text()]).toEqual([206, 'my']);
  const zip = await ada(`${address('src')}?download=1`);
  expect([
    zip.headers.get('content-type'),
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ]).toEqual(['application/zip', 'PK']);
  expect(readFileSync(onDisk('src', 'a.md'), 'utf8')).toBe('on the computer');
});

it('PC-02 entries of a machine are moved and copied within it', async () => {
  mkdirSync(join(folder, 'from', 'deep'), { recursive: true });
  mkdirSync(join(folder, 'to'));
  for (const name of ['a.txt', 'deep/b.txt']) writeFileSync(join(folder, 'from', name), name);
  put('on the computer', 'from', 'a.txt');
  const items = [there('from', 'a.txt'), there('from', 'deep')];
  expect(await call('files/copy', { items, target: there('to') })).toMatchObject({
    results: [
      { ...there('from', 'a.txt'), to: there('to', 'a.txt') },
      { ...there('from', 'deep'), to: there('to', 'deep') },
    ],
  });
  expect(await call('files/move', { items, target: there('to'), clash: 'keep-both' })).toMatchObject({
    results: [{ to: there('to', 'a (2).txt') }, { to: there('to', 'deep (2)') }],
  });
  expect(readdirSync(join(folder, 'to')).toSorted()).toEqual(['a (2).txt', 'a.txt', 'deep', 'deep (2)']);
  expect(readFileSync(join(folder, 'to', 'deep (2)', 'b.txt'), 'utf8')).toBe('deep/b.txt');
  expect(readdirSync(join(folder, 'from'))).toEqual([]);
  const into = { items: [there('to')], target: there('to', 'deep') };
  expect(await status('files/move', into)).toEqual([400, 'Cannot move into a child directory']);
  expect(readFileSync(onDisk('from', 'a.txt'), 'utf8')).toBe('on the computer');
  await call('files/trash', { items: [there('to'), there('from')] });
});

it('PC-02 entries of a machine go to the trash of its desktop and come back from there', async () => {
  put('on the computer', 'a.txt');
  writeFileSync(join(folder, 'a.txt'), 'first');
  const first = await call('files/trash', { items: [there('a.txt')] });
  expect(first).toMatchObject({ results: [there('a.txt')] });
  expect(readFileSync(join(trash, 'Trash', 'files', 'a.txt'), 'utf8')).toBe('first');
  expect(await json(ada('/api/files/trash'))).toEqual({ entries: [] });
  writeFileSync(join(folder, 'a.txt'), 'second');
  const names = [first['results'][0].trashed as string];
  expect(await call('files/restore', { root, names })).toEqual({
    results: [{ name: names[0], origin: there('a.txt'), to: there('a (2).txt') }],
  });
  expect(readFileSync(join(folder, 'a (2).txt'), 'utf8')).toBe('first');
  expect(await call('files/restore', { root, names })).toEqual({
    results: [{ name: names[0], error: 'It is not in the trash of the machine any more.' }],
  });
  expect(readFileSync(onDisk('a.txt'), 'utf8')).toBe('on the computer');
});

it('what a machine cannot do is refused, and touches no file of the same name in the computer', async () => {
  put('keep me', 'kept.md');
  const item = there('kept.md');
  for (const [path, body] of [
    ['files/delete', { items: [item] }],
    ['files/create', { ...there('a'), type: 'site' }],
  ] as const)
    expect([path, (await status(path, body))[0]]).toEqual([path, 400]);
  const between = [409, 'This goes from one computer to another. Use /api/files/transfer.'];
  expect(await status('files/move', { items: [item], target: { root: 'w', path: ['src'] } })).toEqual(between);
  const ofComputer = { items: [{ root: 'w', path: ['kept.md'] }], target: there() };
  for (const verb of ['move', 'copy']) expect(await status(`files/${verb}`, ofComputer)).toEqual(between);
  expect((await status('files/trash', { items: [there()] }))[0]).toBe(403);
  expect(await status('files/rename', { ...there('x'), path: [], name: 'y' })).toEqual([400, expect.anything()]);
  expect(existsSync(onDisk('kept.md'))).toBe(true);
  const both = `/api/file?download=1&paths=${encodeURIComponent(`${root}/src`)},kept.md`;
  expect((await ada(both)).status).toBe(400);
});

it('nobody else reaches a machine, no program does, and one that is away says so', async () => {
  const bob = service.as(BOB);
  expect((await bob('/api/read-fs', { json: { root, slug: [] } })).status).toBe(409);
  expect((await bob(address('src', 'a.md'))).status).toBe(409);
  const program = service.as(ADA, { scopes: ['files:read', 'files:write'] });
  expect((await program('/api/read-fs', { json: { root, slug: [] } })).status).toBe(403);
  for (const [path, body] of [
    ['trash', { items: [there('src', 'a.md')] }],
    ['move', { items: [there('src', 'a.md')], target: there() }],
  ] as const) {
    expect((await bob(`/api/files/${path}`, { json: body })).status).toBe(409);
    expect((await program(`/api/files/${path}`, { json: body })).status).toBe(403);
  }
  const restore = { json: { root, names: [crypto.randomUUID()] } };
  const outcome = async (as: typeof bob) =>
    (await json<{ results: [object] }>(as('/api/files/restore', restore))).results[0];
  expect(await outcome(bob)).toMatchObject({ error: 'This machine is not paired any more.' });
  expect(await outcome(program)).toMatchObject({
    error: expect.stringContaining('Programs cannot reach your machines'),
  });
  expect(existsSync(join(folder, 'src', 'a.md'))).toBe(true);

  const reason = '“laptop” is not connected. Start zo-machine on it again.';
  machines.set(ADA, [{ name: 'laptop', at: { ...laptop, instance: BOB }, refusal: reason }]);
  expect(await status('read-fs', { root: `m${BOB}`, slug: [] })).toEqual([409, reason]);
});
