/** A workspace outside of the home: the folder of a person's own machine. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { BaseSchema, Clash, type Path } from '@zo/proto/agent/v1';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { Agent, s, w } from './agent.js';
import { paths } from './finding.js';

const parent = fs.mkdtempSync(join(tmpdir(), 'zo-elsewhere-'));
const folder = join(parent, 'project');
const any = create(BaseSchema, { base: { case: 'any', value: true } });
let agent: Agent;

beforeAll(async () => {
  fs.mkdirSync(join(folder, 'notes'), { recursive: true });
  fs.writeFileSync(join(folder, 'notes', 'a.md'), 'a quokka');
  fs.writeFileSync(join(parent, 'secret.txt'), 'not for you');
  agent = await Agent.start({ env: { ZO_WORKSPACE: folder } });
});
afterAll(async () => {
  await agent.stop();
  removeFolder(parent);
});

const read = async (...names: string[]) => {
  const { status, body } = await agent.request('GET', `/bytes/w/${names.join('/')}`);
  return status === 200 ? body.toString() : status;
};
const write = (path: Path, text: string) =>
  agent.files.write({ path, content: Buffer.from(text), base: any, createParents: true });
const list = async (path: Path) => {
  const found: string[] = [];
  for await (const { entries } of agent.files.list({ path })) found.push(...entries.map(({ name }) => name));
  return found.toSorted();
};

it('is listed, read, changed and searched, and nothing else is made in it or in its place', async () => {
  expect(await list(w())).toEqual(['notes']);
  expect(await read('notes', 'a.md')).toBe('a quokka');
  await write(w('new', 'b.md'), 'a numbat');
  expect(fs.readFileSync(join(folder, 'new', 'b.md'), 'utf8')).toBe('a numbat');
  await agent.files.move({ from: w('new', 'b.md'), to: w('notes', 'b.md') });
  expect(await list(w('notes'))).toEqual(['a.md', 'b.md']);
  expect(paths(await agent.files.find({ query: 'numbat' }))).toEqual(['notes/b.md']);
  await agent.files.remove({ path: w('new') });
  expect(fs.readdirSync(folder)).toEqual(['notes']);
  expect(fs.existsSync(join(agent.home, 'workspace'))).toBe(false);
});

it('lets no path and no link out, not even to what the agent keeps', async () => {
  fs.writeFileSync(join(agent.home, '.computer', 'private.txt'), 'kept by the agent');
  const links = {
    up: '../secret.txt',
    away: join(parent, 'secret.txt'),
    beside: `${folder}-other/secret.txt`,
    kept: '../.computer/private.txt',
    keptAway: join(agent.home, '.computer', 'private.txt'),
    twice: `${folder}/../../.computer/private.txt`,
  };
  for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, join(folder, name));
  const answers = await Promise.all(Object.keys(links).map((name) => read(name)));
  expect(answers.filter((answer) => typeof answer === 'string')).toEqual([]);
  fs.symlinkSync(join(folder, 'notes', 'a.md'), join(folder, 'inside'));
  fs.symlinkSync('../notes/a.md', join(folder, 'notes', 'sideways'));
  expect([await read('inside'), await read('notes', 'sideways')]).toEqual(['a quokka', 'a quokka']);
});

it('can itself be neither moved nor removed, and stays the folder it was when another takes its name', async () => {
  await expect(agent.files.remove({ path: w() })).rejects.toThrow();
  await expect(agent.files.move({ from: w(), to: s('taken') })).rejects.toThrow();
  expect(await read('notes', 'a.md')).toBe('a quokka');
  fs.renameSync(folder, `${folder}-moved`);
  fs.symlinkSync(agent.home, folder);
  await write(w('c.md'), 'still here');
  expect(fs.readFileSync(join(`${folder}-moved`, 'c.md'), 'utf8')).toBe('still here');
  expect(fs.existsSync(join(agent.home, 'c.md'))).toBe(false);
});

it('PC-02 is only read where its user wants that: every change is refused by the agent itself', async () => {
  const own = join(parent, 'only read');
  fs.mkdirSync(join(own, 'notes'), { recursive: true });
  fs.writeFileSync(join(own, 'notes', 'a.md'), 'a quokka');
  const other = await Agent.start({
    env: { ZO_WORKSPACE: own, ZO_READ_ONLY: 'yes', ZO_TRASH: join(parent, 'Trash') },
  });
  try {
    expect((await other.request('GET', '/bytes/w/notes/a.md')).body.toString()).toBe('a quokka');
    expect((await other.files.stat({ path: w('notes', 'a.md') })).entry?.name).toBe('a.md');
    const path = w('notes', 'a.md');
    const uploadId = 'u-1';
    for (const change of [
      () => other.files.write({ path, content: Buffer.from('x'), base: any }),
      () => other.files.createFolder({ path: w('made') }),
      () => other.files.move({ from: path, to: w('b.md') }),
      () => other.files.copy({ from: path, to: w('b.md') }),
      () => other.files.remove({ path }),
      () => other.files.trashEntry({ path }),
      () => other.files.restoreTrashed({ trashId: crypto.randomUUID() }),
      () => other.files.beginUpload({ uploadId, totalBytes: 1n }),
      () => other.files.commitUpload({ uploadId, totalBytes: 1n, path }),
      () => other.terminals.createTerminal({ cols: 80, rows: 24 }),
    ])
      await expect(change()).rejects.toThrow('This machine lets Zo only read.');
    expect((await other.request('PUT', `/uploads/${uploadId}?offset=0`, { body: Buffer.from('x') })).status).toBe(409);
    expect(fs.readFileSync(join(own, 'notes', 'a.md'), 'utf8')).toBe('a quokka');
    expect(fs.existsSync(join(parent, 'Trash'))).toBe(false);
  } finally {
    await other.stop();
  }
});

it('cannot be a link', async () => {
  const link = join(parent, 'link');
  fs.symlinkSync(`${folder}-moved`, link);
  await expect(Agent.start({ env: { ZO_WORKSPACE: link } })).rejects.toThrow('the agent ended');
});

describe('on another volume than what the agent keeps', () => {
  const elsewhere = fs.mkdtempSync('/dev/shm/zo-elsewhere-');
  const content = Buffer.alloc(300_000, 'quokka ');
  const totalBytes = BigInt(content.length);
  let other: Agent;

  beforeAll(async () => {
    other = await Agent.start({ env: { ZO_WORKSPACE: elsewhere } });
    expect(fs.statSync(elsewhere).dev).not.toBe(fs.statSync(other.home).dev);
  });
  afterAll(async () => {
    await other.stop();
    removeFolder(elsewhere);
  });

  const upload = async (uploadId: string) => {
    await other.files.beginUpload({ uploadId, totalBytes });
    expect((await other.request('PUT', `/uploads/${uploadId}?offset=0`, { body: content })).status).toBe(200);
  };
  const commit = (uploadId: string, clash: Clash) =>
    other.files.commitUpload({ uploadId, totalBytes, path: w('in', 'a.bin'), clash, createParents: true });
  const inFolder = () => fs.readdirSync(join(elsewhere, 'in')).toSorted();
  const kept = (uploadId: string) => join(other.home, '.computer', 'uploads', uploadId);

  it('takes uploads whole, once, and beside what has their name', async () => {
    await upload('u-1');
    expect((await commit('u-1', Clash.REFUSE)).path?.segments).toEqual(['in', 'a.bin']);
    expect(fs.readFileSync(join(elsewhere, 'in', 'a.bin'))).toEqual(content);
    expect(fs.existsSync(kept('u-1'))).toBe(false);
    await upload('u-2');
    await expect(commit('u-2', Clash.REFUSE)).rejects.toThrow();
    expect(inFolder()).toEqual(['a.bin']);
    expect((await commit('u-2', Clash.KEEP_BOTH)).path?.segments).toEqual(['in', 'a (2).bin']);
    // As after a kill between the two: the file is in its place, and what was uploaded is still there.
    fs.writeFileSync(kept('u-2'), content);
    expect((await commit('u-2', Clash.KEEP_BOTH)).path?.segments).toEqual(['in', 'a (2).bin']);
    expect([inFolder(), fs.existsSync(kept('u-2'))]).toEqual([['a (2).bin', 'a.bin'], false]);
  });

  it('removes at its start the copies that it was killed in, and uploads that nobody finished', async () => {
    const [copy, mine] = ['.zo-tmp-old', 'mine.txt'].map((name) => join(elsewhere, 'in', name)) as [string, string];
    for (const file of [copy, mine]) fs.writeFileSync(file, 'x');
    fs.writeFileSync(kept('u-4.copy'), JSON.stringify(['workspace', 'in', '.zo-tmp-old']));
    fs.writeFileSync(kept('u-4.inode'), `copy ${fs.statSync(copy).ino}`);
    fs.writeFileSync(kept('u-5.copy'), JSON.stringify(['workspace', 'in', 'mine.txt']));
    fs.writeFileSync(kept('forgotten'), 'x');
    const daysAgo = Date.now() / 1_000 - 3 * 86_400;
    fs.utimesSync(kept('forgotten'), daysAgo, daysAgo);
    const again = await Agent.start({ home: other.home, env: { ZO_WORKSPACE: elsewhere } });
    expect([fs.existsSync(copy), fs.existsSync(mine)]).toEqual([false, true]);
    expect(['u-4.copy', 'u-4.inode', 'u-5.copy', 'forgotten'].filter((name) => fs.existsSync(kept(name)))).toEqual([]);
    await again.kill();
  });
});
