import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zstdDecompressSync } from 'node:zlib';
import { Agent, until, w } from './agent.js';
import { finding, paths } from './finding.js';

let agent: Agent;
const { put, find, finds, whole } = finding(() => agent);

/** Process ids of the indexers of this agent. */
const indexers = () =>
  fs.readdirSync('/proc').filter((name) => {
    try {
      const parts = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return parts.some((part) => part.endsWith('/indexer.mjs')) && parts.includes(agent.home);
    } catch {
      return false;
    }
  });
const index = () => join(agent.home, '.computer/index/text.db');

beforeAll(async () => {
  agent = await Agent.start();
  await whole();
});
afterAll(() => agent.stop());

describe('an indexer that ends', () => {
  it('PC-03 is started again after kill -9 in the middle of the work, and nothing is missing', async () => {
    for (let file = 0; file < 400; file++)
      put(`capybara ${file}\n${'filler words '.repeat(500)}`, 'many', `${file}.md`);
    await until(indexers, (pids) => pids.length > 0);
    for (const pid of indexers()) process.kill(Number(pid), 'SIGKILL');
    await finds('capybara', ({ total, incomplete }) => total === 400 && !incomplete, { path: w('many') });
  });

  it('PC-03 makes a damaged index anew', async () => {
    put('okapi', 'damaged.md');
    await finds('okapi', (found) => paths(found).includes('damaged.md'));
    await agent.kill();
    await until(indexers, (pids) => pids.length === 0);
    fs.writeFileSync(index(), 'this is not a database, but long enough to be taken for one'.repeat(200));
    agent = await Agent.start({ home: agent.home });
    await whole();
    expect((await find('okapi')).files[0]).toMatchObject({ lines: [{ line: 1 }] });
  });

  it('PC-03 makes an index anew that is damaged while it is used', async () => {
    const { size } = fs.statSync(index());
    await until(indexers, (pids) => pids.length > 0);
    const file = fs.openSync(index(), 'r+');
    fs.writeSync(file, Buffer.alloc(size, 0xa5), 0, size, 0);
    fs.closeSync(file);
    for (const pid of indexers()) process.kill(Number(pid), 'SIGKILL');
    put('okapi twice', 'again.md');
    await finds('okapi', ({ files, incomplete }) => files.length === 2 && !incomplete);
  });

  it('PC-03 makes an index anew in the place of a folder or a fifo', async () => {
    for (const make of [() => fs.mkdirSync(index()), () => execFileSync('mkfifo', [index()])]) {
      await agent.kill();
      await until(indexers, (pids) => pids.length === 0);
      fs.rmSync(join(agent.home, '.computer/index'), { recursive: true });
      fs.mkdirSync(join(agent.home, '.computer/index'));
      make();
      agent = await Agent.start({ home: agent.home });
      await whole();
      expect(fs.statSync(index()).isFile()).toBe(true);
    }
  });

  it('PC-03 the index is not in backups, and a home with one can be restored into', async () => {
    expect(fs.statSync(index()).isFile()).toBe(true);
    const { status, body } = await agent.request('GET', '/backup');
    expect(status).toBe(200);
    const names = execFileSync('tar', ['--list'], {
      input: zstdDecompressSync(body),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect(names).toContain('./workspace/damaged.md');
    expect(names).not.toContain('.computer/index');
    const empty = await Agent.start();
    try {
      await until(
        () => fs.existsSync(join(empty.home, '.computer/index/text.db')),
        (exists) => exists,
      );
      expect((await empty.request('PUT', '/restore', { body })).status).toBe(200);
      await until(
        () => empty.files.find({ query: 'okapi' }),
        (found) => paths(found).includes('damaged.md') && !found.incomplete,
      );
    } finally {
      await empty.stop();
    }
  });

  it('nothing writes to the index any more once the computer goes to sleep', async () => {
    await until(indexers, (pids) => pids.length > 0);
    await agent.computer.quiesce({});
    expect(indexers()).toEqual([]);
    await agent.kill();
    agent = await Agent.start({ home: agent.home });
    await whole();
  });

  it('ends with its agent', async () => {
    await until(indexers, (pids) => pids.length > 0);
    await agent.kill();
    await until(indexers, (pids) => pids.length === 0);
    agent = await Agent.start({ home: agent.home });
  });
});
