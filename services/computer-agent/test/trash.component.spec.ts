/** PC-02: the trash of a machine's user. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { Agent, w } from './agent.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const parent = fs.mkdtempSync(join(tmpdir(), 'zo-trash-'));
const folder = join(parent, 'my project');
const can = join(parent, 'share', 'Trash');
let agent: Agent;

beforeAll(async () => {
  fs.mkdirSync(folder);
  agent = await Agent.start({ env: { ZO_WORKSPACE: folder, ZO_TRASH: can } });
});
afterAll(async () => {
  await agent.stop();
  removeFolder(parent);
});
beforeEach(() => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
});

const put = (text: string, ...names: string[]) => {
  fs.mkdirSync(join(folder, ...names, '..'), { recursive: true });
  fs.writeFileSync(join(folder, ...names), text);
};
const trash = async (...names: string[]) => (await agent.files.trashEntry({ path: w(...names) })).trashId;
const restore = async (trashId: string) => {
  const { origin, to, folderMade } = await agent.files.restoreTrashed({ trashId });
  return [origin?.segments, to?.segments, folderMade];
};
const rest = (...names: string[]) => fs.readdirSync(join(can, ...names)).toSorted();

it('takes a file and a folder as desktops do, and brings both back', async () => {
  put('mine', 'ü & a.txt');
  put('deep', 'album', 'deep', 'b.txt');
  const [file, album] = [await trash('ü & a.txt'), await trash('album')];
  expect([fs.readdirSync(folder), rest('files')]).toEqual([[], ['album', 'ü & a.txt']]);
  const note = fs.readFileSync(join(can, 'info', 'ü & a.txt.trashinfo'), 'utf8');
  const [title, path, date] = note.split('\n');
  expect([title, decodeURIComponent(path!)]).toEqual(['[Trash Info]', `Path=${join(folder, 'ü & a.txt')}`]);
  expect(path).toMatch(/^Path=[\w/%.-]+$/);
  expect(date).toMatch(/^DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(fs.statSync(can).mode & 0o777).toBe(0o700);

  expect(await restore(file)).toEqual([['ü & a.txt'], ['ü & a.txt'], false]);
  expect(await restore(album)).toEqual([['album'], ['album'], false]);
  expect(fs.readFileSync(join(folder, 'album', 'deep', 'b.txt'), 'utf8')).toBe('deep');
  expect([rest('files'), rest('info')]).toEqual([[], []]);
  await expect(restore(file)).rejects.toThrow('This is not in the trash any more.');
});

it('keeps what has the same name, in the trash and where an entry comes back to', async () => {
  const ids: string[] = [];
  for (const text of ['first', 'second', 'third']) {
    put(text, 'in', 'a.txt');
    ids.push(await trash('in', 'a.txt'));
  }
  expect(rest('files')).toEqual(['a (2).txt', 'a (3).txt', 'a.txt']);
  put('newer', 'in', 'a.txt');
  expect(await restore(ids[1]!)).toEqual([['in', 'a.txt'], ['in', 'a (2).txt'], false]);
  expect(fs.readFileSync(join(folder, 'in', 'a (2).txt'), 'utf8')).toBe('second');
  fs.rmSync(join(folder, 'in'), { recursive: true });
  expect(await restore(ids[0]!)).toEqual([['in', 'a.txt'], ['in', 'a.txt'], true]);
  await restore(ids[2]!);
});

it('moves a link and not what it leads to, and takes names of any length', async () => {
  put('kept', 'target.txt');
  fs.symlinkSync('target.txt', join(folder, 'link'));
  const long = `${'ä'.repeat(125)}.txt`;
  put('long', long);
  const ids = [await trash('link'), await trash(long)];
  expect(fs.readdirSync(folder)).toEqual(['target.txt']);
  for (const id of ids) await restore(id);
  expect(fs.readdirSync(folder).toSorted()).toEqual(['link', 'target.txt', long].toSorted());
});

it('brings back nothing that it has not moved there itself', async () => {
  put('mine', 'a.txt');
  const id = await trash('a.txt');
  // The user emptied the trash, and deleted another file of this name.
  fs.rmSync(join(can, 'files', 'a.txt'));
  fs.writeFileSync(join(can, 'files', 'a.txt'), 'from elsewhere');
  await expect(restore(id)).rejects.toThrow('“a.txt” is not in the trash of the machine any more.');
  for (const unknown of [UNKNOWN, '../private', 'a.txt', ''])
    await expect(restore(unknown)).rejects.toThrow('This is not in the trash any more.');
  expect(fs.readdirSync(folder)).toEqual([]);
  for (const left of [join(can, 'files', 'a.txt'), join(can, 'info', 'a.txt.trashinfo')]) fs.rmSync(left);
});

it('refuses its root, what is not there, and the folder that the trash is in', async () => {
  await expect(trash()).rejects.toThrow('The root itself cannot be removed.');
  await expect(trash('nothing')).rejects.toThrow('File not found: nothing');
  const inside = await Agent.start({ env: { ZO_WORKSPACE: parent, ZO_TRASH: can } });
  try {
    await expect(inside.files.trashEntry({ path: w('share') })).rejects.toThrow(
      'The trash of the machine is in this folder. Delete it on the machine itself.',
    );
    expect([fs.existsSync(can), rest('info')]).toEqual([true, []]);
  } finally {
    await inside.stop();
  }
});

it('is not there for a computer of the platform, whose trash is a folder of it', async () => {
  const own = await Agent.start();
  try {
    fs.writeFileSync(join(own.workspace, 'a.txt'), 'mine');
    await expect(own.files.trashEntry({ path: w('a.txt') })).rejects.toThrow('This disk of the machine has no trash');
    expect(fs.readFileSync(join(own.workspace, 'a.txt'), 'utf8')).toBe('mine');
  } finally {
    await own.stop();
  }
});

it('on macOS is the folder of Finder', async () => {
  const mac = join(parent, 'mac trash');
  const other = await Agent.start({ env: { ZO_WORKSPACE: folder, ZO_TRASH: mac, ZO_TRASH_KIND: 'macos' } });
  try {
    put('mine', 'a.txt');
    fs.mkdirSync(mac);
    fs.writeFileSync(join(mac, 'a.txt'), 'deleted before');
    const { trashId } = await other.files.trashEntry({ path: w('a.txt') });
    expect(fs.readdirSync(mac).toSorted()).toEqual(['a (2).txt', 'a.txt']);
    await other.files.restoreTrashed({ trashId });
    expect([fs.readFileSync(join(folder, 'a.txt'), 'utf8'), fs.readdirSync(mac)]).toEqual(['mine', ['a.txt']]);
  } finally {
    await other.stop();
  }
});

describe('on another disk', () => {
  const disk = '/dev/shm';
  const own = join(disk, `.Trash-${process.getuid!()}`);
  const had = fs.existsSync(own);
  const elsewhere = fs.mkdtempSync(join(disk, 'zo-trash-'));
  let other: Agent;
  beforeAll(async () => {
    other = await Agent.start({ env: { ZO_WORKSPACE: elsewhere, ZO_TRASH: can } });
    expect(fs.statSync(elsewhere).dev).not.toBe(fs.statSync(parent).dev);
  });
  afterEach(() => {
    if (!had) fs.rmSync(own, { recursive: true, force: true });
  });
  afterAll(async () => {
    await other.stop();
    removeFolder(elsewhere);
  });

  it('uses the one of that disk, and none of somebody else', async () => {
    const name = `${crypto.randomUUID()}.txt`;
    fs.writeFileSync(join(elsewhere, name), 'mine');
    const { trashId } = await other.files.trashEntry({ path: w(name) });
    expect(fs.readFileSync(join(own, 'files', name), 'utf8')).toBe('mine');
    const note = fs.readFileSync(join(own, 'info', `${name}.trashinfo`), 'utf8');
    expect(note).toContain(`Path=${elsewhere.slice(disk.length + 1)}/${name}\n`);
    await other.files.restoreTrashed({ trashId });
    expect(fs.readdirSync(elsewhere)).toEqual([name]);

    if (had) return;
    fs.rmSync(own, { recursive: true });
    fs.symlinkSync(parent, own);
    await expect(other.files.trashEntry({ path: w(name) })).rejects.toThrow('no trash that can be used');
    expect(fs.readdirSync(elsewhere)).toEqual([name]);
  });
});
