import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  AgentErrorSchema,
  BaseSchema,
  Clash,
  ErrorReason,
  Kind,
  type Base,
  type ListResponse,
  type Path,
} from '@zo/proto/agent/v1';
import { Agent, s, w } from './agent.js';

let agent: Agent;
const text = (value: string) => new TextEncoder().encode(value);
const any = create(BaseSchema, { base: { case: 'any', value: true } });
const absent = create(BaseSchema, { base: { case: 'absent', value: true } });
const hashed = (value: string) => create(BaseSchema, { base: { case: 'hash', value } });
const put = (path: Path, content: string, base: Base = any) =>
  agent.files.write({ path, content: text(content), base, createParents: true });
const content = async (path: Path) => new TextDecoder().decode((await agent.files.read({ path })).content);

const detailOf = (error: ConnectError) => error.findDetails(AgentErrorSchema)[0];

async function refused(work: Promise<unknown>): Promise<ConnectError> {
  try {
    await work;
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error('it was not refused');
}

async function names(path: Path): Promise<string[]> {
  const found: string[] = [];
  for await (const { entries } of agent.files.list({ path })) found.push(...entries.map(({ name }) => name));
  return found.sort();
}

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

describe('files', () => {
  it('PC-01 a new home has its roots, Articles and Trash', async () => {
    expect(await names(w())).toEqual(['Articles', 'Trash']);
    expect(await names(s())).toEqual([]);
    expect(fs.existsSync(join(agent.home, '.computer/uploads'))).toBe(true);
  });

  it('FT-01 reads back what was written, with its hash and times', async () => {
    const written = await put(w('notes', 'ü.md'), 'hello');
    expect(written.created).toBe(true);
    const read = await agent.files.read({ path: w('notes', 'ü.md'), maxBytes: 100n });
    expect(read.version).toEqual(written.version);
    expect(fs.readFileSync(join(agent.workspace, 'notes/ü.md'), 'utf8')).toBe('hello');
    const { entry } = await agent.files.stat({ path: w('notes', 'ü.md') });
    expect(entry).toMatchObject({ name: 'ü.md', kind: Kind.FILE, size: 5n, mtimeMs: written.version?.mtimeMs });
    expect((await refused(agent.files.read({ path: w('notes', 'ü.md'), maxBytes: 4n }))).code).toBe(Code.OutOfRange);
  });

  it('FT-01 a missing file is NOT_FOUND, with its path', async () => {
    const error = await refused(agent.files.read({ path: w('no', 'such') }));
    expect([error.code, error.rawMessage]).toEqual([Code.NotFound, 'File not found: no/such']);
    expect((await refused(agent.files.stat({ path: w('nothing') }))).code).toBe(Code.NotFound);
  });

  it('FT-02 lists names, kinds, sizes and times, and shows links that leave the home as links', async () => {
    await put(w('list', 'a.txt'), '12345');
    fs.mkdirSync(join(agent.workspace, 'list/b'));
    fs.symlinkSync('a.txt', join(agent.workspace, 'list/inside'));
    fs.symlinkSync('/etc/passwd', join(agent.workspace, 'list/outside'));
    fs.symlinkSync('nowhere', join(agent.workspace, 'list/dangling'));
    const found: Record<string, Kind> = {};
    for await (const { entries } of agent.files.list({ path: w('list') }))
      for (const entry of entries) found[entry.name] = entry.kind;
    expect(found).toEqual({
      'a.txt': Kind.FILE,
      b: Kind.DIRECTORY,
      inside: Kind.FILE,
      outside: Kind.SYMLINK,
      dangling: Kind.SYMLINK,
    });
    expect(await content(w('list', 'inside'))).toBe('12345');
    expect((await refused(agent.files.read({ path: w('list', 'outside') }))).code).toBe(Code.FailedPrecondition);
  });

  it('ED-01 a save based on older content is refused and returns the current version', async () => {
    const first = await put(w('save.md'), 'one');
    fs.writeFileSync(join(agent.workspace, 'save.md'), 'two from the shell');
    const error = await refused(put(w('save.md'), 'three', hashed(first.version?.hash ?? '')));
    expect(error.code).toBe(Code.FailedPrecondition);
    const detail = detailOf(error);
    expect(detail).toMatchObject({ reason: ErrorReason.STALE_BASE, path: { segments: ['save.md'] } });
    expect(detail?.current?.size).toBe(18n);
    expect(await content(w('save.md'))).toBe('two from the shell');
    await put(w('save.md'), 'three', hashed(detail?.current?.hash ?? ''));
    expect(await content(w('save.md'))).toBe('three');
    expect(detailOf(await refused(put(w('save.md'), 'x', absent)))?.current?.size).toBe(5n);
    expect(detailOf(await refused(put(w('gone.md'), 'x', hashed('0'.repeat(64)))))?.current).toBeUndefined();
    expect((await refused(agent.files.write({ path: w('save.md'), content: text('x') }))).code).toBe(
      Code.InvalidArgument,
    );
  });

  it('ED-01 exactly one of many writers with the same base wins', async () => {
    const { version } = await put(w('race.md'), 'start');
    const base = hashed(version?.hash ?? '');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => put(w('race.md'), `writer ${index}`, base)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const created = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => put(w('new.md'), `writer ${index}`, absent)),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ED-01 a save keeps the mode of the file and writes through a link that stays in the home', async () => {
    await put(w('run.sh'), '#!/bin/sh');
    fs.chmodSync(join(agent.workspace, 'run.sh'), 0o750);
    fs.symlinkSync('run.sh', join(agent.workspace, 'alias'));
    await put(w('alias'), '#!/bin/bash');
    expect(fs.statSync(join(agent.workspace, 'run.sh')).mode & 0o777).toBe(0o750);
    expect(fs.readFileSync(join(agent.workspace, 'run.sh'), 'utf8')).toBe('#!/bin/bash');
    expect(fs.lstatSync(join(agent.workspace, 'alias')).isSymbolicLink()).toBe(true);
  });

  it('FT-05 creates folders, and refuses taken names', async () => {
    await agent.files.createFolder({ path: w('one') });
    expect((await refused(agent.files.createFolder({ path: w('one') }))).code).toBe(Code.AlreadyExists);
    expect((await refused(agent.files.createFolder({ path: w('x', 'y') }))).code).toBe(Code.NotFound);
    await agent.files.createFolder({ path: w('x', 'y'), parents: true });
    await agent.files.createFolder({ path: w('x', 'y'), parents: true });
    expect(await names(w('x'))).toEqual(['y']);
  });

  it('FT-07 moves files and folders, never onto an existing name or into itself', async () => {
    await put(w('m', 'a.txt'), 'a');
    await put(w('m', 'b.txt'), 'b');
    await put(w('m', 'deep', 'c.txt'), 'c');
    const clash = await refused(agent.files.move({ from: w('m', 'a.txt'), to: w('m', 'b.txt') }));
    expect([clash.code, clash.rawMessage]).toEqual([Code.AlreadyExists, '"b.txt" already exists.']);
    const kept = await agent.files.move({ from: w('m', 'a.txt'), to: w('m', 'b.txt'), clash: Clash.KEEP_BOTH });
    expect(kept.to?.segments).toEqual(['m', 'b (2).txt']);
    expect(await content(w('m', 'b.txt'))).toBe('b');
    await agent.files.move({ from: w('m', 'deep'), to: s('site', 'deep'), createParents: true });
    expect(await content(s('site', 'deep', 'c.txt'))).toBe('c');
    await agent.files.createFolder({ path: w('m', 'p', 'q'), parents: true });
    const into = await refused(agent.files.move({ from: w('m', 'p'), to: w('m', 'p', 'q', 'p') }));
    expect([into.code, into.rawMessage]).toEqual([Code.InvalidArgument, 'Cannot move into a child directory']);
    fs.symlinkSync('p/q', join(agent.workspace, 'm/by-link'));
    expect((await refused(agent.files.move({ from: w('m', 'p'), to: w('m', 'by-link', 'p') }))).rawMessage).toBe(
      'Cannot move into a child directory',
    );
    expect((await refused(agent.files.move({ from: w('m', 'p'), to: w('m', 'p') }))).rawMessage).toBe(
      'Source and target are the same',
    );
    expect(await names(w('m'))).toEqual(['b (2).txt', 'b.txt', 'by-link', 'p']);
  });

  it('FT-07 exactly one of many moves to one name wins, and nothing is lost', async () => {
    for (let index = 0; index < 20; index++) await put(w('movers', `f${index}`), `${index}`);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        agent.files.move({ from: w('movers', `f${index}`), to: w('movers', 'target') }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await names(w('movers'))).toHaveLength(20);
  });

  it('FT-12 copies whole trees, and keeps both on a conflict', async () => {
    await put(w('c', 'src', 'a.txt'), 'a');
    await put(w('c', 'src', 'sub', 'b.txt'), 'b');
    fs.symlinkSync('a.txt', join(agent.workspace, 'c/src/link'));
    const first = await agent.files.copy({ from: w('c', 'src'), to: w('c', 'src'), clash: Clash.KEEP_BOTH });
    expect(first.to?.segments).toEqual(['c', 'src (2)']);
    expect(await content(w('c', 'src (2)', 'sub', 'b.txt'))).toBe('b');
    expect(fs.readlinkSync(join(agent.workspace, 'c/src (2)/link'))).toBe('a.txt');
    expect((await refused(agent.files.copy({ from: w('c', 'src'), to: w('c', 'src (2)') }))).code).toBe(
      Code.AlreadyExists,
    );
    expect((await refused(agent.files.copy({ from: w('c'), to: w('c', 'src', 'c') }))).code).toBe(Code.InvalidArgument);
    expect(await names(w('c'))).toEqual(['src', 'src (2)']);
  });

  it('TR-01 removes for good, and of a link only the link', async () => {
    await put(w('r', 'keep.txt'), 'k');
    await put(w('r', 'tree', 'a', 'b.txt'), 'b');
    fs.symlinkSync('..', join(agent.workspace, 'r/tree/up'));
    expect((await agent.files.remove({ path: w('r', 'tree') })).removed).toBe(4n);
    expect(await names(w('r'))).toEqual(['keep.txt']);
    expect((await refused(agent.files.remove({ path: w('r', 'tree') }))).code).toBe(Code.NotFound);
    expect((await refused(agent.files.remove({ path: w() }))).code).toBe(Code.InvalidArgument);
  });

  it('FT-03 lists the first entries as a listing shows them, of a folder of any size', async () => {
    const folder = join(agent.workspace, 'shown');
    for (const name of ['zeta', 'Alpha', 'file 9.md', 'file 10.md', 'Ärger.md', 'b.txt', '_draft.md'])
      await put(w('shown', name, ...(name.includes('.') ? [] : ['x'])), '1');
    for (let n = 0; n < 2_500; n++) fs.writeFileSync(join(folder, `x ${n}`), '');
    fs.symlinkSync('Alpha', join(folder, 'link to a folder'));
    fs.symlinkSync('gone', join(folder, 'a broken link'));
    const shown = ['Alpha', 'link to a folder', 'zeta', '_draft.md', 'a broken link', 'Ärger.md', 'b.txt'];
    const first = async (limit: number) => {
      const messages: ListResponse[] = [];
      for await (const one of agent.files.list({ path: w('shown'), limit, asShown: true })) messages.push(one);
      expect(messages).toHaveLength(1);
      return { names: messages[0]!.entries.map(({ name }) => name), next: messages[0]!.next };
    };
    expect(await first(11)).toEqual({
      names: [...shown, 'file 9.md', 'file 10.md', 'x 0', 'x 1'],
      next: 'x 1',
    });
    fs.rmSync(folder, { recursive: true });
    await put(w('shown', 'a'), '1');
    await put(w('shown', 'b'), '1');
    expect(await first(2)).toEqual({ names: ['a', 'b'], next: '' });
  });

  it('FT-03 lists 100,000 entries', async () => {
    fs.mkdirSync(join(agent.workspace, 'many'));
    const place = (index: number) => join(agent.workspace, `many/file-${index}.txt`);
    // Names of a few files, because a file system takes thrice as long for a file; it limits the names of one.
    for (let index = 0; index < 100_000; index++) {
      const first = index - (index % 20_000);
      if (index === first) fs.writeFileSync(place(index), '');
      else fs.linkSync(place(first), place(index));
    }
    const began = performance.now();
    let count = 0;
    for await (const { entries } of agent.files.list({ path: w('many') })) count += entries.length;
    console.log(`list of 100,000: ${Math.round(performance.now() - began)} ms`);
    expect(count).toBe(100_000);
  });
});
