/** PC-02: the folder of a machine of the person's own is a root beside those of the computer. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startTestComputer, type TestComputer } from '@zo/testing';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { ada, BOB, call, closeScene, json, machines, onDisk, openScene, put, service, status, ADA } from './scene.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-laptop-'));
let laptop: TestComputer;
let root: string;

beforeAll(async () => {
  await openScene();
  laptop = await startTestComputer({ ZO_WORKSPACE: folder });
  root = `m${laptop.instance}`;
});
afterAll(async () => {
  await laptop.stop();
  await closeScene();
  removeFolder(folder);
});
beforeEach(() => void machines.set(ADA, [{ name: 'laptop', at: laptop }]));

const there = (...path: string[]) => ({ root, path });
const address = (...names: string[]) => `/api/file/${[root, ...names].map(encodeURIComponent).join('/')}`;

it('PC-02 files of a machine are listed, opened, edited, made, renamed and downloaded, and those of the computer stay as they are', async () => {
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

it('what a machine cannot do is refused, and touches no file of the same name in the computer', async () => {
  put('keep me', 'kept.md');
  const item = there('kept.md');
  for (const [path, body] of [
    ['files/trash', { items: [item] }],
    ['files/delete', { items: [item] }],
    ['files/move', { items: [item], target: { root: 'w', path: ['src'] } }],
    ['files/copy', { items: [{ root: 'w', path: ['kept.md'] }], target: there() }],
    ['files/create', { ...there('a'), type: 'site' }],
  ] as const)
    expect([path, (await status(path, body))[0]]).toEqual([path, 400]);
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

  const reason = '“laptop” is not connected. Start zo-machine on it again.';
  machines.set(ADA, [{ name: 'laptop', at: { ...laptop, instance: BOB }, refusal: reason }]);
  expect(await status('read-fs', { root: `m${BOB}`, slug: [] })).toEqual([409, reason]);
});
