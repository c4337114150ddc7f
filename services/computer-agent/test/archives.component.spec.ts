import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Actor, Kind } from '@zo/proto/agent/v1';
import { Agent, until, w } from './agent.js';
import { zipOf } from './archive-files.js';

let agent: Agent;
/** A folder outside of the home, with what is packed. */
let source: string;

beforeAll(async () => {
  agent = await Agent.start();
  source = fs.mkdtempSync(`${agent.home}-source-`);
  fs.mkdirSync(join(source, 'trip/photos/empty'), { recursive: true });
  fs.writeFileSync(join(source, 'trip/plan.md'), 'Kyoto in May');
  fs.writeFileSync(join(source, 'trip/photos/é 天気.txt'), 'rain');
  fs.writeFileSync(join(source, 'trip/run.sh'), '#!/bin/sh\n');
  fs.chmodSync(join(source, 'trip/run.sh'), 0o4775);
  fs.symlinkSync('photos/../plan.md', join(source, 'trip/indirect'));
  fs.symlinkSync('../plan.md', join(source, 'trip/photos/link'));
  fs.utimesSync(join(source, 'trip/plan.md'), 1_600_000_000, 1_600_000_000);
});
afterAll(async () => {
  await agent.stop();
  fs.rmSync(source, { recursive: true });
});

const at = (...names: string[]) => join(agent.workspace, ...names);
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: source, stdio: 'pipe' });
const list = (name: string) => agent.archives.listArchive({ path: w(name) });
const extract = (name: string, ...chosen: string[]) => agent.archives.extractArchive({ path: w(name), chosen });
const tree = (...names: string[]) => (fs.readdirSync(at(...names), { recursive: true }) as string[]).toSorted();
const TRIP = ['photos', 'photos/empty', 'photos/link', 'photos/é 天気.txt', 'plan.md', 'run.sh'];

const MAKERS: [string, (file: string) => unknown][] = [
  ['zip', (file) => run('zip', '--quiet', '--symlinks', '-r', file, 'trip')],
  ['tar', (file) => run('tar', '-cf', file, 'trip')],
  ['tar.gz', (file) => run('tar', '-czf', file, 'trip')],
  ['tgz', (file) => run('tar', '--format=pax', '-czf', file, 'trip')],
  ['tar.bz2', (file) => run('tar', '-cjf', file, 'trip')],
  ['tar.xz', (file) => run('tar', '-cJf', file, 'trip')],
  [
    'tar.zst',
    (file) => {
      run('tar', '--format=ustar', '-cf', `${file}.tmp`, 'trip');
      fs.writeFileSync(file, zstdCompressSync(fs.readFileSync(`${file}.tmp`)));
      fs.rmSync(`${file}.tmp`);
    },
  ],
];

describe.each(MAKERS)('an archive made as %s', (ending, make) => {
  const name = `trip.${ending}`;

  it('is listed with names, kinds, sizes and times', async () => {
    make(at(name));
    const { entries, more, total, leftOut } = await list(name);
    expect(entries.map(({ path }) => path).toSorted()).toEqual(
      ['trip', 'trip/indirect', ...TRIP.map((path) => `trip/${path}`)].toSorted(),
    );
    expect([more, total, leftOut]).toEqual([false, 8, 0]);
    const found = Object.fromEntries(entries.map((entry) => [entry.path, entry]));
    expect(found['trip/photos']!.kind).toBe(Kind.DIRECTORY);
    expect(found['trip/photos/link']!.kind).toBe(Kind.SYMLINK);
    expect(found['trip/plan.md']).toMatchObject({ kind: Kind.FILE, size: 12n, encrypted: false });
    expect(found['trip/plan.md']!.mtimeMs).toBe(1_600_000_000_000);
  });

  it('is extracted into a folder of its name, without set-user-id, and without links that could lead out', async () => {
    const { to, files, leftOut, bytes } = await extract(name);
    // The only folder in it has the same name, so it is not doubled.
    expect(to?.segments).toEqual([/^trip( \(\d\))?$/.exec(to!.segments[0]!)![0]]);
    const folder = to!.segments[0]!;
    expect(tree(folder)).toEqual(TRIP.toSorted());
    expect([files, leftOut, bytes]).toEqual([4, 1, 26n]);
    expect(fs.readFileSync(at(folder, 'photos/link'), 'utf8')).toBe('Kyoto in May');
    expect(fs.statSync(at(folder, 'plan.md')).mtimeMs).toBe(1_600_000_000_000);
    expect(fs.statSync(at(folder, 'run.sh')).mode & 0o7777).toBe(0o755);
    expect(fs.statSync(at(folder, 'plan.md')).mode & 0o7777).toBe(0o644);
  });
});

describe('an extraction', () => {
  it('takes only what was chosen, with everything below it', async () => {
    run('zip', '--quiet', '-r', at('chosen.zip'), 'trip');
    await extract('chosen.zip', 'trip/photos', 'trip/plan.md');
    expect(tree('chosen', 'trip')).toEqual(['photos', 'photos/empty', 'photos/link', 'photos/é 天気.txt', 'plan.md']);
    await expect(extract('chosen.zip', 'trip/pho')).rejects.toThrow('There is nothing to extract.');
  });

  it('keeps both when the name is taken, and leaves a file of that name alone', async () => {
    run('zip', '--quiet', '-r', at('twice.zip'), 'trip/plan.md');
    fs.writeFileSync(at('twice'), 'mine');
    expect((await extract('twice.zip')).to?.segments).toEqual(['twice (2)']);
    expect((await extract('twice.zip')).to?.segments).toEqual(['twice (3)']);
    expect(fs.readFileSync(at('twice'), 'utf8')).toBe('mine');
  });

  it('is watched, searched and kept in the history like other new files', async () => {
    run('zip', '--quiet', '-r', at('kept.zip'), 'trip/plan.md');
    await agent.archives.extractArchive({ path: w('kept.zip'), cause: { actor: Actor.USER } });
    const path = w('kept', 'trip', 'plan.md');
    await agent.history.flush({});
    const { versions } = await agent.history.listVersions({ path });
    expect(versions).toMatchObject([{ size: 12n, cause: { actor: Actor.USER } }]);
    const found = await agent.files.searchNames({ path: w('kept'), query: 'plan', limit: 5 });
    expect(found.matches).toHaveLength(1);
  });

  it('of a compressed file that is no tar gives that file', async () => {
    fs.writeFileSync(at('notes.txt.gz'), gzipSync('one file'));
    expect((await list('notes.txt.gz')).entries).toMatchObject([{ path: 'notes.txt' }]);
    const { to } = await extract('notes.txt.gz');
    expect(fs.readFileSync(at(to!.segments[0]!, 'notes.txt'), 'utf8')).toBe('one file');
  });

  it('reads names in code page 437 and in UTF-8 without a flag', async () => {
    fs.writeFileSync(
      at('old.zip'),
      zipOf(
        ['caf\x82.txt', Buffer.from('für.txt').toString('latin1'), 'a\\b.txt'].map((name) => ({ name, content: name })),
      ),
    );
    expect((await list('old.zip')).entries.map(({ path }) => path)).toEqual(['café.txt', 'für.txt', 'a/b.txt']);
    await extract('old.zip');
    expect(tree('old')).toEqual(['a', 'a/b.txt', 'café.txt', 'für.txt']);
  });

  it('keeps the second name of a file, and files that follow an entry of the same name', async () => {
    fs.linkSync(join(source, 'trip/plan.md'), join(source, 'second.md'));
    run('tar', '-cf', at('names.tar'), 'trip/plan.md', 'second.md');
    run('tar', '-rf', at('names.tar'), 'trip/plan.md');
    const { files } = await extract('names.tar');
    expect(files).toBe(3);
    expect(tree('names')).toEqual(['second.md', 'trip', 'trip/plan (2).md', 'trip/plan.md']);
    expect(fs.statSync(at('names', 'second.md')).ino).toBe(fs.statSync(at('names', 'trip/plan.md')).ino);
  });

  it('of a protected zip is refused with a sentence, and its entries are marked', async () => {
    run('zip', '--quiet', '-P', 'secret', at('locked.zip'), 'trip/plan.md');
    expect((await list('locked.zip')).entries).toMatchObject([{ encrypted: true }]);
    await expect(extract('locked.zip')).rejects.toThrow('protected by a password');
    expect(fs.existsSync(at('locked'))).toBe(false);
  });

  it('ends when the caller leaves, and leaves nothing behind', async () => {
    fs.writeFileSync(at('slow.gz'), gzipSync(Buffer.alloc(200_000_000), { level: 1 }));
    fs.mkdirSync(at('calm'));
    fs.renameSync(at('slow.gz'), at('calm/slow.gz'));
    const stop = new AbortController();
    const path = w('calm', 'slow.gz');
    const extraction = agent.archives.extractArchive({ path }, { signal: stop.signal });
    await until(
      () => fs.readdirSync(at('calm')).length,
      (count) => count === 2,
    );
    stop.abort();
    await expect(extraction).rejects.toThrow();
    await until(
      () => fs.readdirSync(at('calm')),
      (names) => names.join() === 'slow.gz',
    );
  });

  it('PC-03 that the agent did not survive is not visible, and removed at the next start', async () => {
    const path = w('calm', 'slow.gz');
    const extraction = agent.archives.extractArchive({ path }).catch(() => 'lost');
    await until(
      () => fs.readdirSync(at('calm')).length,
      (count) => count === 2,
    );
    await agent.kill();
    expect(await extraction).toBe('lost');
    agent = await Agent.start({ home: agent.home });
    const names = [];
    for await (const { entries } of agent.files.list({ path: w('calm') }))
      names.push(...entries.map(({ name }) => name));
    expect(names).toEqual(['slow.gz']);
    await until(
      () => fs.readdirSync(at('calm')),
      (left) => left.join() === 'slow.gz',
    );
  });
});
