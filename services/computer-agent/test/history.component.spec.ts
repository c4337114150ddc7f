import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema, Clash, NotKept, VersionKind } from '@zo/proto/agent/v1';
import { Agent, s, w } from './agent.js';

const any = create(BaseSchema, { base: { case: 'any', value: true } });
const ada = create(CauseSchema, { actor: Actor.USER });
const assistant = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId: 'c1' });

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const onDisk = (...path: string[]) => join(agent.workspace, ...path);
const put = (text: string | Buffer, ...path: string[]) => {
  fs.mkdirSync(join(onDisk(...path), '..'), { recursive: true });
  fs.writeFileSync(onDisk(...path), text);
};
const flush = async () => (await agent.history.flush({})).seq;
const versions = async (...path: string[]) => (await agent.history.listVersions({ path: w(...path) })).versions;
const textOf = async (seq: bigint, ...path: string[]) => {
  const { status, body } = await agent.request('GET', `/versions/${seq}/w/${path.join('/')}`);
  return status === 200 ? body.toString() : status;
};
const write = (text: string, cause: typeof ada, ...path: string[]) =>
  agent.files.write({ path: w(...path), content: Buffer.from(text), base: any, createParents: true, cause });
const texts = async (...path: string[]) =>
  Promise.all((await versions(...path)).map(({ seq }) => textOf(seq, ...path)));

describe('versions of a file', () => {
  it('are kept whoever changed it, with the author as far as it is known', async () => {
    put('by nobody known', 'note.md');
    await flush();
    await write('by ada', ada, 'note.md');
    await write('by the assistant', assistant, 'note.md');
    for await (const _event of agent.processes.run({ command: 'echo by a command > note.md', cause: assistant })) {
      // The output is not needed.
    }
    await flush();
    const found = await versions('note.md');
    expect(found.map(({ cause }) => cause?.actor)).toEqual([
      Actor.ASSISTANT,
      Actor.ASSISTANT,
      Actor.USER,
      Actor.UNSPECIFIED,
    ]);
    expect(found[0]?.cause?.conversationId).toBe('c1');
    expect(await texts('note.md')).toEqual(['by a command\n', 'by the assistant', 'by ada', 'by nobody known']);
  });

  it('made while a terminal is open are the terminal’s, if no command runs beside it', async () => {
    const { terminal } = await agent.terminals.createTerminal({ cols: 80, rows: 24, cwd: '' });
    put('typed', 'typed.txt');
    await flush();
    await agent.terminals.closeTerminal({ id: terminal!.id });
    expect((await versions('typed.txt')).map(({ cause }) => cause?.actor)).toEqual([Actor.TERMINAL]);
  });

  it('of one second are all kept when the agent writes them', async () => {
    const written = Array.from({ length: 50 }, (_none, n) => `save ${n}`);
    for (const text of written) await write(text, ada, 'saves.txt');
    await flush();
    expect((await texts('saves.txt')).toReversed()).toEqual(written);
  });

  it('are restored by a write that is itself a version', async () => {
    await write('first', ada, 'again.txt');
    await write('second', ada, 'again.txt');
    const [, first] = await versions('again.txt');
    await agent.history.restoreVersion({ path: w('again.txt'), seq: first!.seq, cause: ada });
    await flush();
    expect(fs.readFileSync(onDisk('again.txt'), 'utf8')).toBe('first');
    expect(await texts('again.txt')).toEqual(['first', 'second', 'first']);
  });

  it('are restored as a copy beside the file, never over another one', async () => {
    await write('one', ada, 'copy.txt');
    await write('two', ada, 'copy.txt');
    const [, one] = await versions('copy.txt');
    const request = { path: w('copy.txt'), seq: one!.seq, to: w('copy.txt'), clash: Clash.KEEP_BOTH };
    expect((await agent.history.restoreVersion(request)).to?.segments).toEqual(['copy (2).txt']);
    expect(fs.readFileSync(onDisk('copy.txt'), 'utf8')).toBe('two');
    expect(fs.readFileSync(onDisk('copy (2).txt'), 'utf8')).toBe('one');
  });

  it('follow the file when it or its folder is moved, by the agent or in a shell', async () => {
    await write('early', ada, 'old', 'moved.txt');
    await agent.files.move({ from: w('old'), to: w('new'), clash: Clash.REFUSE, cause: ada });
    await flush();
    fs.renameSync(onDisk('new', 'moved.txt'), onDisk('new', 'shell.txt'));
    await flush();
    put('late', 'new', 'shell.txt');
    await flush();
    const found = await versions('new', 'shell.txt');
    expect(found.map(({ kind, path }) => [kind, path?.segments.join('/')])).toEqual([
      [VersionKind.CONTENT, 'new/shell.txt'],
      [VersionKind.MOVED_HERE, 'new/shell.txt'],
      [VersionKind.MOVED_HERE, 'new/moved.txt'],
      [VersionKind.CONTENT, 'old/moved.txt'],
    ]);
    expect(await textOf(found.at(-1)!.seq, 'new', 'shell.txt')).toBe('early');
  });

  it('are listed in pages', async () => {
    for (let n = 0; n < 5; n++) await write(`${n}`, ada, 'pages.txt');
    await flush();
    const path = w('pages.txt');
    const first = await agent.history.listVersions({ path, limit: 2 });
    const second = await agent.history.listVersions({ path, limit: 2, before: first.versions.at(-1)!.seq });
    const third = await agent.history.listVersions({ path, limit: 2, before: second.versions.at(-1)!.seq });
    expect([first.more, second.more, third.more]).toEqual([true, true, false]);
    const seqs = [first, second, third].flatMap((page) => page.versions.map(({ seq }) => seq));
    expect(seqs).toEqual((await versions('pages.txt')).map(({ seq }) => seq));
  });

  it('of more than 8 MB are listed as not kept', async () => {
    put(Buffer.alloc(8 * 1024 * 1024 + 1), 'large.bin');
    await flush();
    const [large] = await versions('large.bin');
    expect(large?.notKept).toBe(NotKept.TOO_LARGE);
    expect(await textOf(large!.seq, 'large.bin')).toBe(404);
  });

  it('are not read through the path of another file', async () => {
    await write('secret', ada, 'one.txt');
    await write('other', ada, 'two.txt');
    const [secret] = await versions('one.txt');
    expect(await textOf(secret!.seq, 'two.txt')).toBe(404);
    await expect(agent.history.restoreVersion({ path: w('two.txt'), seq: secret!.seq })).rejects.toThrow('not kept');
  });

  it('are not kept of folders that programs make again', async () => {
    put('{}', 'app', 'package.json');
    put('x', 'app', 'dist', 'bundle.js');
    put('x', 'app', 'node_modules', 'a', 'index.js');
    put('Signature: 8a477f597d28d172789f06886806bc55', 'caches', 'CACHEDIR.TAG');
    put('x', 'caches', 'thing');
    put('mine', 'dist', 'mine.txt');
    await flush();
    expect(await versions('app', 'dist', 'bundle.js')).toEqual([]);
    expect(await versions('app', 'node_modules', 'a', 'index.js')).toEqual([]);
    expect(await versions('caches', 'thing')).toEqual([]);
    expect(await texts('dist', 'mine.txt')).toEqual(['mine']);
  });

  it('do not follow a link out of the home, and never wait for a pipe', async () => {
    fs.symlinkSync('/etc/hostname', onDisk('link'));
    execFileSync('mkfifo', [onDisk('pipe')]);
    await flush();
    expect(await versions('pipe')).toEqual([]);
    expect((await agent.history.listVersions({ path: s('nothing') })).versions).toEqual([]);
  });
});

describe('deleted files', () => {
  it('are listed below their folder, the last first, and restored with their mode', async () => {
    put('#!/bin/sh', 'gone', 'deep', 'run.sh');
    fs.chmodSync(onDisk('gone', 'deep', 'run.sh'), 0o755);
    await write('text', ada, 'gone', 'text.txt');
    await flush();
    fs.rmSync(onDisk('gone', 'deep'), { recursive: true });
    await flush();
    await agent.files.remove({ path: w('gone', 'text.txt'), cause: ada });
    const { files } = await agent.history.listDeleted({ path: w('gone') });
    expect(files.map(({ path, cause }) => [path?.segments.join('/'), cause?.actor])).toEqual([
      ['gone/text.txt', Actor.USER],
      ['gone/deep/run.sh', Actor.UNSPECIFIED],
    ]);
    await agent.history.restoreVersion({ path: w('gone', 'deep', 'run.sh'), seq: files[1]!.seq, clash: Clash.REFUSE });
    expect(fs.statSync(onDisk('gone', 'deep', 'run.sh')).mode & 0o777).toBe(0o755);
    expect((await agent.history.listDeleted({ path: w('gone') })).files).toHaveLength(1);
  });
});

describe('files deleted from the trash', () => {
  it('are not offered again', async () => {
    await write('secret', ada, 'trashed.txt');
    await agent.files.move({ from: w('trashed.txt'), to: w('Trash', 'trashed.txt'), clash: Clash.REFUSE, cause: ada });
    await agent.files.remove({ path: w('Trash', 'trashed.txt'), cause: ada });
    const { files } = await agent.history.listDeleted({ path: w() });
    expect(files.filter(({ path }) => path?.segments.at(-1) === 'trashed.txt')).toEqual([]);
  });

  it('are forgotten, but not others that had their path before', async () => {
    await write('of another file', ada, 'plans', 'secret.txt');
    await agent.files.remove({ path: w('plans', 'secret.txt'), cause: ada });
    await write('draft', ada, 'plans', 'secret.txt');
    await write('password', ada, 'plans', 'secret.txt');
    const [secret] = await versions('plans', 'secret.txt');
    await agent.files.move({ from: w('plans'), to: w('Trash', 'plans'), createParents: true, cause: ada });
    await flush();
    const [trashed] = await versions('Trash', 'plans', 'secret.txt');
    await agent.files.remove({ path: w('Trash', 'plans'), cause: ada });
    await flush();
    expect(await versions('Trash', 'plans', 'secret.txt')).toEqual([]);
    expect(await textOf(trashed!.seq, 'Trash', 'plans', 'secret.txt')).toBe(404);
    expect(await textOf(secret!.seq, 'plans', 'secret.txt')).toBe(404);
    const kept = await versions('plans', 'secret.txt');
    expect(kept.map(({ kind }) => kind)).toEqual([VersionKind.DELETED, VersionKind.CONTENT]);
    expect(await textOf(kept.at(-1)!.seq, 'plans', 'secret.txt')).toBe('of another file');
  });
});

describe('a backup', () => {
  it('contains the history, which goes on in the restored home', async () => {
    await write('first', ada, 'saved.txt');
    await write('second', ada, 'saved.txt');
    await flush();
    const backup = await agent.request('GET', '/backup');
    expect(backup.status).toBe(200);
    const other = await Agent.start();
    try {
      expect((await other.request('PUT', '/restore', { body: backup.body })).status).toBe(200);
      await other.history.flush({});
      const { versions: found } = await other.history.listVersions({ path: w('saved.txt') });
      expect(found).toHaveLength(2);
      const { body } = await other.request('GET', `/versions/${found[1]!.seq}/w/saved.txt`);
      expect(body.toString()).toBe('first');
    } finally {
      await other.stop();
    }
  });
});

describe('changes between two moments', () => {
  const hashes = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file, createHash('sha256').update(fs.readFileSync(file)).digest('hex')]);

  it('of a git checkout of 3,000 files are undone to equal hashes', async () => {
    const repository = onDisk('repository');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repository, stdio: 'pipe' });
    fs.mkdirSync(repository);
    git('init', '-q', '-b', 'one');
    const fill = (text: string, from: number, to: number) => {
      for (let n = from; n < to; n++) put(`${text} ${n}\n`.repeat(20), 'repository', `d${n % 30}`, `f${n}.txt`);
    };
    fill('first', 0, 2_900);
    git('add', '-A');
    git('commit', '-qm', 'first');
    git('checkout', '-qb', 'two');
    fill('second', 0, 2_800);
    fill('new', 2_900, 3_000);
    for (let n = 2_800; n < 2_900; n++) fs.rmSync(onDisk('repository', `d${n % 30}`, `f${n}.txt`));
    git('add', '-A');
    git('commit', '-qm', 'second');
    git('checkout', '-q', 'one');
    const before = hashes(repository);
    const since = await flush();
    git('checkout', '-q', 'two');
    const until = await flush();
    put('changed since', 'repository', 'd0', 'f0.txt');
    const undone = await agent.history.restoreChanges({ sinceSeq: since, untilSeq: until, cause: assistant });
    expect([undone.restored, undone.leftCount]).toEqual([2_999, 1]);
    expect(undone.left.map(({ path }) => path?.segments)).toEqual([['repository', 'd0', 'f0.txt']]);
    put('first 0\n'.repeat(20), 'repository', 'd0', 'f0.txt');
    expect(hashes(repository)).toEqual(before);
  });
});
