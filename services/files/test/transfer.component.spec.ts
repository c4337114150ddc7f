/** PC-02: files go from the computer to a machine of the person's own, and back. */
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer } from '@zo/testing';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import {
  ada,
  ADA,
  at,
  BOB,
  closeScene,
  computers,
  machines,
  onDisk,
  openScene,
  put,
  service,
  status,
} from './scene.js';

/** Of a file without blocks on the disk, which takes a while to send. */
const LONG_BYTES = 400 * 1024 * 1024;

interface Line {
  bytes: number;
  total: number;
  results?: { path: string[]; to?: object; leftOut?: number; error?: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'zo-transfer-'));
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
const putThere = (content: string | Buffer, ...names: string[]) => {
  mkdirSync(join(folder, ...names, '..'), { recursive: true });
  writeFileSync(join(folder, ...names), content);
};
const send = (body: object) => ada('/api/files/transfer', { json: body });
async function lines(body: object): Promise<Line[]> {
  const text = await (await send(body)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
const results = async (body: object) => (await lines(body)).at(-1)!.results;
/** What has arrived of uploads that have no name yet. */
const uploadsOf = (home: string) =>
  readdirSync(join(home, '.computer', 'uploads')).filter((name) => !name.endsWith('.inode'));

it('copies a file and a folder to a machine, byte for byte, and tells how far it is', async () => {
  const large = Buffer.alloc(9_000_001, 'quokka ');
  put('deep', 'out', 'deep', 'ü.txt');
  put('', 'out', 'empty.txt');
  writeFileSync(onDisk('out', 'large.bin'), large);
  mkdirSync(onDisk('out', 'nothing'));
  put('single', 'single.txt');
  const told = await lines({ verb: 'copy', items: [at('out'), at('single.txt')], target: there() });
  const total = large.length + 10;
  expect(told.at(-1)).toEqual({
    bytes: total,
    total,
    results: [
      { ...at('out'), to: there('out') },
      { ...at('single.txt'), to: there('single.txt') },
    ],
  });
  expect(readFileSync(join(folder, 'out', 'large.bin')).equals(large)).toBe(true);
  expect(readFileSync(join(folder, 'out', 'deep', 'ü.txt'), 'utf8')).toBe('deep');
  expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['deep', 'empty.txt', 'large.bin', 'nothing']);
  expect(readFileSync(onDisk('single.txt'), 'utf8')).toBe('single');

  const again = { items: [at('out'), at('single.txt')], target: there() };
  expect(await results({ verb: 'copy', clash: 'keep-both', ...again })).toMatchObject([
    { to: there('out (2)') },
    { to: there('single (2).txt') },
  ]);
  expect(await results({ verb: 'copy', ...again })).toMatchObject([
    { error: '“out” is already there.' },
    { error: '“single.txt” is already there.' },
  ]);
  expect(uploadsOf(laptop.home)).toEqual([]);
});

it('moves from a machine to the computer, and takes from the machine only what has arrived', async () => {
  putThere('mine', 'trip', 'day', 'a.txt');
  expect(await results({ verb: 'move', items: [there('trip')], target: at() })).toEqual([
    { ...there('trip'), to: at('trip') },
  ]);
  expect(readFileSync(onDisk('trip', 'day', 'a.txt'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'trip'))).toBe(false);

  putThere('kept', 'venv', 'a.txt');
  symlinkSync('/usr/bin/env', join(folder, 'venv', 'python'));
  expect(await results({ verb: 'move', items: [there('venv')], target: at() })).toMatchObject([
    { error: expect.stringContaining('“venv” has 1 links, pipes or unreadable names') },
  ]);
  expect([existsSync(join(folder, 'venv', 'python')), existsSync(onDisk('venv'))]).toEqual([true, false]);
  expect(await results({ verb: 'copy', items: [there('venv')], target: at() })).toEqual([
    { ...there('venv'), to: at('venv'), leftOut: 1 },
  ]);
  expect(readdirSync(onDisk('venv'))).toEqual(['a.txt']);
});

it('leaves nothing behind of what fails or is not waited for', async () => {
  mkdirSync(onDisk('Notes'));
  const hang = new AbortController();
  putThere('first', 'long', '1.bin');
  putThere('', 'long', '2.bin');
  truncateSync(join(folder, 'long', '2.bin'), LONG_BYTES);
  const answer = await ada('/api/files/transfer', {
    json: { verb: 'move', items: [there('long')], target: at('Notes') },
    signal: hang.signal,
  });
  await eventually(() => existsSync(onDisk('Notes', 'long', '1.bin')) || undefined);
  hang.abort();
  await answer.text().catch(() => undefined);
  await eventually(() => !existsSync(onDisk('Notes', 'long')) || undefined);
  await eventually(() => uploadsOf(computers.get(ADA)!.home).length === 0 || undefined);
  expect(readdirSync(join(folder, 'long'))).toEqual(['1.bin', '2.bin']);
});

it('keeps what was put meanwhile into a folder that did not arrive', async () => {
  const hang = new AbortController();
  putThere('first', 'slow', '1.bin');
  putThere('', 'slow', '2.bin');
  truncateSync(join(folder, 'slow', '2.bin'), LONG_BYTES);
  const answer = await ada('/api/files/transfer', {
    json: { verb: 'copy', items: [there('slow')], target: at() },
    signal: hang.signal,
  });
  await eventually(() => existsSync(onDisk('slow', '1.bin')) || undefined);
  writeFileSync(onDisk('slow', 'my note.md'), 'Keep this.');
  hang.abort();
  await answer.text().catch(() => undefined);
  await eventually(() => uploadsOf(computers.get(ADA)!.home).length === 0 || undefined);
  // A user has three at once: the place of one that has not ended yet is taken.
  await eventually(async () => {
    const others = Array.from({ length: 3 }, () => send({ verb: 'copy', items: [there('none')], target: at() }));
    const answers = await Promise.all(others);
    await Promise.all(answers.map((other) => other.text()));
    return answers.every(({ status: code }) => code === 200);
  });
  expect(readFileSync(onDisk('slow', 'my note.md'), 'utf8')).toBe('Keep this.');
});

it('a machine that goes away midway says so, and what was to be moved stays', async () => {
  const other = mkdtempSync(join(tmpdir(), 'zo-transfer-away-'));
  const desk = await startTestComputer({ ZO_WORKSPACE: other });
  machines.set(ADA, [{ name: 'desk', at: desk }]);
  put('first', 'going', '1.bin');
  put('', 'going', '2.bin');
  truncateSync(onDisk('going', '2.bin'), LONG_BYTES);
  const sending = results({ verb: 'move', items: [at('going')], target: { root: `m${desk.instance}`, path: [] } });
  await eventually(() => existsSync(join(other, 'going', '1.bin')) || undefined);
  desk.process.kill('SIGKILL');
  await once(desk.process, 'exit');
  expect(await sending).toMatchObject([
    { path: ['going'], error: expect.stringContaining('“going” is still where it was') },
  ]);
  expect(readdirSync(onDisk('going'))).toEqual(['1.bin', '2.bin']);
  await desk.stop();
  removeFolder(other);
});

it('refuses what is on one computer, the trash, roots, strangers and programs', async () => {
  put('x', 'x.txt');
  putThere('y', 'y.txt');
  const one = { verb: 'move', items: [at('x.txt')], target: at('Notes') };
  expect(await results(one)).toMatchObject([
    { error: 'Both are on one computer. Use /api/files/move or /api/files/copy.' },
  ]);
  expect((await status('files/transfer', { verb: 'copy', items: [there('y.txt')], target: at('Trash') }))[0]).toBe(403);
  expect(await results({ verb: 'copy', items: [at(), there('gone')], target: there() })).toMatchObject([
    { error: '“Workspace” belongs to the workspace and stays where it is.' },
    { error: 'Both are on one computer. Use /api/files/move or /api/files/copy.' },
  ]);
  expect(await results({ verb: 'copy', items: [there('gone')], target: at() })).toMatchObject([
    { error: 'File not found: gone' },
  ]);
  const taking = { json: { verb: 'move', items: [there('y.txt')], target: at() } };
  const last = async (answer: Promise<Response>) =>
    JSON.parse((await (await answer).text()).trim().split('\n').at(-1)!) as Line;
  const program = service.as(ADA, { scopes: ['files:read', 'files:write'] });
  for (const as of [service.as(BOB), program])
    expect((await last(as('/api/files/transfer', taking))).results![0]!.error).toMatch(/not paired|Programs cannot/);
  expect(existsSync(join(folder, 'y.txt'))).toBe(true);
});

it('leaves nothing behind on a computer that ended midway, once it is back', async () => {
  putThere('first', 'cut', '1.bin');
  putThere('', 'cut', '2.bin');
  truncateSync(join(folder, 'cut', '2.bin'), LONG_BYTES);
  const sending = results({ verb: 'copy', items: [there('cut')], target: at() });
  await eventually(() => existsSync(onDisk('cut', '1.bin')) || undefined);
  const before = computers.get(ADA)!;
  before.process.kill('SIGKILL');
  await once(before.process, 'exit');
  const { home } = before;
  const again = await startTestComputer({ HOME: home, ZO_HOME: home });
  const stop = async () => void (await Promise.all([again.stop(), before.stop()]));
  computers.set(ADA, { ...again, home, stop });
  expect(await sending).toMatchObject([{ error: expect.stringContaining('was lost') }]);
  expect(existsSync(onDisk('cut'))).toBe(false);
});
