/** PC-02: uploads into the folder of a machine of the person's own. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually, type HostedMachine, startTestComputer, type TestComputer } from '@zo/testing';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { adminUrlOptions } from '@zo/db';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import {
  ada,
  ADA,
  type Begun,
  BOB,
  chunk,
  CHUNK,
  complete,
  form,
  machines,
  onDisk,
  outcome,
  post,
  service,
  single,
  test,
  useUploads,
} from './uploads-setup.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-laptop-'));
const bytes = randomBytes(CHUNK + 77);
let laptop: TestComputer;
let root: string;

useUploads();
beforeAll(async () => {
  laptop = await startTestComputer({ ZO_WORKSPACE: folder });
  root = `m${laptop.instance}`;
});
afterAll(async () => {
  await laptop.stop();
  removeFolder(folder);
});
const connect = () => machines.set(ADA, [{ name: 'laptop', at: laptop }]);
beforeEach(() => void connect());

const on = (...path: string[]) => join(folder, ...path);
/** What the agent of the machine keeps of uploads that are not finished. */
const kept = () => readdirSync(join(laptop.home, '.computer', 'uploads')).filter((name) => !name.endsWith('.inode'));
const init = (name: string, to: { root?: string; pathParts?: string[]; totalBytes?: number } = {}) =>
  post('init', { root, pathParts: ['Up'], fileName: name, totalBytes: bytes.length, ...to });
async function begin(name: string, content = bytes): Promise<Begun> {
  const { uploadId } = (await (await init(name, { totalBytes: content.length })).json()) as { uploadId: string };
  return { id: uploadId, name, bytes: content };
}
const small = (name: string, { to = root, pathParts = ['Up'] } = {}) =>
  single(form({ root: to, pathParts: JSON.stringify(pathParts) }, Buffer.from('small'), name));
const abort = (uploadId: string) => post('abort', { uploadId }).then(({ status }) => status);
const statusOf = (id: string) => ada(`/api/file-uploads/${id}`).then(({ status }) => status);

it('PC-02 UP-02 UP-03 UP-07 files arrive whole on the machine, beside those of their names, and none in the computer', async () => {
  mkdirSync(on('Up'));
  writeFileSync(on('Up', 'a.txt'), 'mine');
  expect(await (await small('a.txt')).json()).toEqual({ finalPath: 'Up/a (2).txt' });
  const upload = await begin('a.txt');
  expect((await chunk(upload, 1)).status).toBe(200);
  expect(await (await ada('/api/file-uploads')).json()).toMatchObject({ uploads: [{ root, received: [1] }] });
  expect((await chunk(upload, 0)).status).toBe(200);
  expect(readdirSync(on('Up')).toSorted()).toEqual(['a (2).txt', 'a.txt']);
  const paths = await Promise.all([1, 2].map(async () => (await complete(upload)).json()));
  expect(paths).toEqual([1, 2].map(() => ({ finalPath: 'Up/a (3).txt' })));
  expect(readFileSync(on('Up', 'a (3).txt')).equals(bytes)).toBe(true);
  expect(readFileSync(on('Up', 'a (2).txt'), 'utf8')).toBe('small');
  expect(readFileSync(on('Up', 'a.txt'), 'utf8')).toBe('mine');
  expect([kept(), existsSync(onDisk('Up'))]).toEqual([[], false]);
  // Only the computer has a trash.
  expect((await small('b.txt', { pathParts: ['Trash'] })).status).toBe(201);
});

it('PC-02 UP-06 an upload to a machine that goes away is kept, and goes on when the machine is back', async () => {
  const upload = await begin('later.bin');
  expect((await chunk(upload, 0)).status).toBe(200);
  const away = [503, 'uploads.machine_away'];
  const isAway = async () => {
    expect(await outcome(await chunk(upload, 1))).toEqual(away);
    expect(await outcome(await small('small.txt'))).toEqual(away);
    expect(await outcome(await init('other.bin'))).toEqual(away);
  };
  machines.set(ADA, [{ name: 'laptop', at: laptop, refusal: '“laptop” is not connected.' }]);
  await isAway();
  // Its connection broke, and nobody has noticed yet.
  machines.set(ADA, [{ name: 'laptop', at: { ...laptop, address: `unix:${folder}/nobody.sock` } }]);
  await isAway();
  connect();
  expect((await chunk(upload, 1)).status).toBe(200);
  machines.set(ADA, [{ name: 'laptop', at: laptop, refusal: '“laptop” is not connected.' }]);
  expect(await outcome(await complete(upload))).toEqual(away);
  connect();
  expect(await (await complete(upload)).json()).toEqual({ finalPath: 'Up/later.bin' });
  expect(readFileSync(on('Up', 'later.bin')).equals(bytes)).toBe(true);
});

it('PC-02 UP-06 an upload that is cancelled while the machine is away is gone, and removed there with the next one', async () => {
  const { id } = await begin('cancelled.bin');
  machines.set(ADA, [{ name: 'laptop', at: laptop, refusal: '“laptop” is not connected.' }]);
  expect([await abort(id), await statusOf(id), kept()]).toEqual([204, 404, [id]]);
  // What is uploaded elsewhere leaves it to the machine.
  expect((await init('elsewhere.bin', { root: 'w' })).status).toBe(201);
  connect();
  const next = await begin('next.bin');
  expect(kept()).toEqual([next.id]);
  expect([await abort(next.id), kept()]).toEqual([204, []]);
});

it('PC-02 UP-06 an upload to a machine that never comes back is forgotten', async () => {
  const { id } = await begin('forgotten.bin');
  const sql = new Client(adminUrlOptions(test.database.adminUrl));
  await sql.connect();
  try {
    const rows = async () => (await sql.query('select from uploads.uploads where id = $1', [id])).rowCount;
    const age = (days: number) =>
      sql.query(`update uploads.uploads set used_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
    const left = [];
    for (const days of [3, 5]) {
      await age(days);
      expect((await init('elsewhere.bin', { root: 'w' })).status).toBe(201);
      left.push(await rows());
    }
    expect(left).toEqual([1, 0]);
  } finally {
    await sql.end();
  }
});

it('PC-02 PC-03 a machine that does not answer keeps nobody else from uploads', async () => {
  const begun = await Promise.all(Array.from({ length: 10 }, (_, n) => begin(`slow-${n}.bin`, Buffer.from('slow'))));
  for (const upload of begun) expect((await chunk(upload, 0)).status).toBe(200);
  let opened = 0;
  machines.get = (userId) => (opened++, Map.prototype.get.call(machines, userId) as readonly HostedMachine[]);
  laptop.process.kill('SIGSTOP');
  const completing = Promise.all(begun.map((upload) => complete(upload)));
  // More than a process has connections to its database.
  await eventually(() => opened === begun.length);
  expect((await service.as(BOB)('/api/file-uploads')).status).toBe(200);
  laptop.process.kill('SIGCONT');
  expect((await completing).map(({ status }) => status)).toEqual(begun.map(() => 200));
});

it('PC-02 nobody else uploads to a machine, no program does, and nothing goes there after it was removed', async () => {
  const removed = [409, 'computer.machine_removed'];
  const upload = await begin('mine.bin');
  const bob = service.as(BOB);
  const request = { root, pathParts: [], fileName: 'x', totalBytes: 1 };
  expect(await outcome(await bob('/api/file-uploads/init', { json: request }))).toEqual(removed);
  const data = form({ root, pathParts: '[]' }, Buffer.from('x'), 'x');
  expect(await outcome(await bob('/api/file-uploads/single', { method: 'POST', body: data }))).toEqual(removed);
  expect((await chunk(upload, 0, { as: bob })).status).toBe(404);
  const program = service.as(ADA, { scopes: ['files:read', 'files:write'] });
  const notForPrograms = [403, 'computer.not_for_programs'];
  expect(await outcome(await program('/api/file-uploads/init', { json: request }))).toEqual(notForPrograms);
  expect(await outcome(await chunk(upload, 0, { as: program }))).toEqual(notForPrograms);

  for (const index of [0, 1]) expect((await chunk(upload, index)).status).toBe(200);
  machines.set(ADA, []);
  expect(await outcome(await complete(upload))).toEqual(removed);
  expect([await abort(upload.id), await statusOf(upload.id)]).toEqual([204, 404]);
  expect(existsSync(on('x')) || existsSync(on('Up', 'mine.bin'))).toBe(false);
});

it('PC-02 nothing is uploaded outside of the folder of the machine', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'zo-outside-'));
  symlinkSync(outside, on('out'));
  expect(await outcome(await small('a.txt', { pathParts: ['out'] }))).toEqual([403, 'uploads.link_outside']);
  const through = (await (await init('a.txt', { pathParts: ['out', 'deep'] })).json()) as { uploadId: string };
  const upload = { id: through.uploadId, name: 'a.txt', bytes };
  for (const index of [0, 1]) await chunk(upload, index);
  expect(await outcome(await complete(upload, { pathParts: ['out', 'deep'] }))).toEqual([403, 'uploads.link_outside']);
  for (const pathParts of [['..'], ['Up', '..', '..'], ['a/../..']])
    expect((await init('a.txt', { pathParts })).status).toBe(400);
  expect((await init('a.txt', { root: 'm../..' })).status).toBe(400);
  expect(readdirSync(outside)).toEqual([]);
  removeFolder(outside);
});
