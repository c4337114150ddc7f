/** PC-02, LS-01: changes in folders of a machine that somebody looks at. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Change, type WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import { eventually } from '@zo/testing/eventually';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { Agent, w } from './agent.js';

const folder = fs.mkdtempSync(join(tmpdir(), 'zo-open-folders-'));
const at = (...names: string[]) => join(folder, ...names);
let agent: Agent;
let stops: AbortController[] = [];

beforeAll(async () => {
  for (const name of ['in/deep', 'out', 'other']) fs.mkdirSync(at(name), { recursive: true });
  agent = await Agent.start({ env: { ZO_WORKSPACE: folder } });
});
afterAll(async () => {
  await agent.stop();
  removeFolder(folder);
});
beforeEach(() => {
  for (const name of ['in/deep', 'out']) fs.mkdirSync(at(name), { recursive: true });
});
afterEach(() => {
  for (const stop of stops) stop.abort();
  stops = [];
});

const described = ({ change, path, dest, directory }: WatchResponse_FileEvent) =>
  `${Change[change]} ${path?.segments.join('/')}${directory ? '/' : ''}${dest ? ` > ${dest.segments.join('/')}` : ''}`;

/** Watches of the kernel that its process has. */
function watchesOf({ child }: Agent): number {
  const folder = `/proc/${child.pid}/fdinfo`;
  const counts = fs
    .readdirSync(folder)
    .map((fd) => fs.readFileSync(join(folder, fd), 'utf8').split('inotify wd').length);
  return counts.reduce((sum, count) => sum + count - 1, 0);
}

/** Resolves once these are watched. */
async function watch(...folders: string[][]) {
  const told: string[] = [];
  const stop = new AbortController();
  stops.push(stop);
  const messages = agent.files.watch({ folders: folders.map((names) => w(...names)) }, { signal: stop.signal });
  const all = messages[Symbol.asyncIterator]();
  expect((await all.next()).value?.event.case).toBe('start');
  const read = async () => {
    for (let next = await all.next(); !next.done; next = await all.next())
      if (next.value.event.case === 'file') told.push(described(next.value.event.value));
  };
  read().catch(() => undefined);
  const has = (line: string) => eventually(() => told.includes(line) || undefined);
  return { told, has, stop };
}

it('tells what other programs make, change, move and delete in them, and nothing of other folders', async () => {
  const { told, has } = await watch(['in'], ['out']);
  fs.writeFileSync(at('other', 'x.txt'), 'not looked at');
  fs.writeFileSync(at('in', 'deep', 'x.txt'), 'nor this');
  fs.writeFileSync(at('in', 'a.txt'), '1');
  await has('CREATED in/a.txt');
  fs.writeFileSync(at('in', 'a.txt'), '22');
  await has('MODIFIED in/a.txt');
  // As editors save.
  fs.writeFileSync(at('in', '.a.txt.swp'), '333');
  fs.renameSync(at('in', '.a.txt.swp'), at('in', 'a.txt'));
  await eventually(() => told.filter((line) => line === 'MODIFIED in/a.txt').length > 1 || undefined);
  fs.renameSync(at('in', 'a.txt'), at('out', 'b.txt'));
  await has('MOVED in/a.txt > out/b.txt');
  fs.renameSync(at('out', 'b.txt'), at('other', 'b.txt'));
  await has('DELETED out/b.txt');
  fs.renameSync(at('in', 'deep'), at('in', 'renamed'));
  await has('MOVED in/deep/ > in/renamed');
  fs.rmSync(at('in', 'renamed'), { recursive: true });
  await has('DELETED in/renamed/');
  expect(told.filter((line) => line.includes('x.txt'))).toEqual([]);
});

it('tells that a file is gone which was there only between two looks, because it may have been listed', async () => {
  const { told, has } = await watch(['in']);
  fs.writeFileSync(at('in', 'brief.txt'), '1');
  fs.rmSync(at('in', 'brief.txt'));
  await has('DELETED in/brief.txt');
  fs.writeFileSync(at('in', 'later.txt'), '1');
  await has('CREATED in/later.txt');
  fs.rmSync(at('in', 'later.txt'));
  await has('DELETED in/later.txt');
  fs.writeFileSync(at('in', 'last.txt'), '1');
  await has('CREATED in/last.txt');
  expect(told.filter((line) => line === 'DELETED in/later.txt')).toHaveLength(1);
});

it('tells where Zo moved an entry, also when nobody looks at that folder', async () => {
  const { told, has } = await watch(['in']);
  fs.writeFileSync(at('in', 'note.md'), '1');
  await has('CREATED in/note.md');
  await agent.files.move({ from: w('in', 'note.md'), to: w('other', 'note.md') });
  await has('MOVED in/note.md > other/note.md');
  await agent.files.move({ from: w('in', 'deep'), to: w('out', 'deeper') });
  await has('MOVED in/deep/ > out/deeper');
  // Another file of that name, which is deleted.
  fs.writeFileSync(at('in', 'note.md'), '2');
  await eventually(() => told.filter((line) => line === 'CREATED in/note.md').length === 2 || undefined);
  fs.rmSync(at('in', 'note.md'));
  await has('DELETED in/note.md');
  expect(told.filter((line) => line.startsWith('DELETED'))).toEqual(['DELETED in/note.md']);
});

it('what one reader looks at is not told to another, and ends with the last of them', async () => {
  const [first, second] = [await watch(['in']), await watch(['in'], ['out'])];
  fs.writeFileSync(at('out', 'b.txt'), '1');
  await second.has('CREATED out/b.txt');
  second.stop.abort();
  fs.writeFileSync(at('in', 'c.txt'), '1');
  await first.has('CREATED in/c.txt');
  expect(first.told).toEqual(['CREATED in/c.txt']);
  expect(second.told).not.toContain('CREATED in/c.txt');
  first.stop.abort();
  // What is left is of the home, in which the agent keeps its data.
  const idle = await Agent.start({ env: { ZO_WORKSPACE: folder } });
  const own = watchesOf(idle);
  await idle.stop();
  await eventually(() => watchesOf(agent) === own || undefined);
});

it('tells that a folder itself is gone, and that it is back', async () => {
  const { told, has } = await watch(['out'], ['later']);
  fs.rmSync(at('out'), { recursive: true });
  await has('DELETED out/');
  fs.mkdirSync(at('out'));
  fs.writeFileSync(at('out', 'again.txt'), '1');
  await has('CREATED out/');
  fs.writeFileSync(at('out', 'more.txt'), '1');
  await has('CREATED out/more.txt');
  fs.mkdirSync(at('later'));
  await has('CREATED later/');
  expect(told).not.toContain('DELETED later/');
});

it('follows no link out of the folder, refuses too many, and tells own writes under their names only', async () => {
  fs.symlinkSync(tmpdir(), at('away'));
  const { told, has } = await watch(['away'], ['in']);
  fs.writeFileSync(join(tmpdir(), 'zo-open-folders-elsewhere.txt'), 'x');
  fs.rmSync(join(tmpdir(), 'zo-open-folders-elsewhere.txt'));
  await agent.files.createFolder({ path: w('in', 'made') });
  await has('CREATED in/made/');
  expect(told).toEqual(['CREATED in/made/']);
  const many = Array.from({ length: 65 }, (_, n) => [`${n}`]);
  await expect(watch(...many)).rejects.toThrow('Too many folders at once.');
});
