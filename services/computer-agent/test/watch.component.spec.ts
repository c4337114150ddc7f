import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { BaseSchema, Change, Root, type WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import { Agent, until, w } from './agent.js';

let agent: Agent;
let epoch = '';
const events: WatchResponse_FileEvent[] = [];
const stop = new AbortController();

const described = () =>
  events.map(({ change, path, dest, directory }) => {
    const name = `${path?.root === Root.SITES ? 's:' : ''}${path?.segments.join('/')}${directory ? '/' : ''}`;
    return `${Change[change]} ${name}${dest ? ` > ${dest.segments.join('/')}` : ''}`;
  });
const has = (...wanted: string[]) => until(described, (all) => wanted.every((line) => all.includes(line)));
const at = (...names: string[]) => join(agent.workspace, ...names);
const shell = (script: string) => execFileSync('bash', ['-c', script], { cwd: agent.workspace });

async function follow(): Promise<void> {
  for await (const { event } of agent.files.watch({}, { signal: stop.signal })) {
    if (event.case === 'start') epoch = event.value.epoch;
    if (event.case !== 'file') continue;
    events.push(event.value);
  }
}

beforeAll(async () => {
  agent = await Agent.start();
  follow().catch(() => undefined);
  await until(
    () => epoch,
    (value) => value !== '',
  );
});
afterAll(async () => {
  stop.abort();
  await agent.stop();
});

describe('live events', () => {
  it('LS-01 reports created, modified, moved and deleted', async () => {
    fs.writeFileSync(at('a.txt'), '1');
    await has('CREATED a.txt');
    fs.writeFileSync(at('a.txt'), '22');
    await has('MODIFIED a.txt');
    fs.renameSync(at('a.txt'), at('Articles/b.txt'));
    await has('MOVED a.txt > Articles/b.txt');
    fs.rmSync(at('Articles/b.txt'));
    await has('DELETED Articles/b.txt');
    fs.mkdirSync(join(agent.home, 'sites/one'));
    await has('CREATED s:one/');
  });

  it('LS-03 own writes are reported under their final name only, hidden names never', async () => {
    await agent.files.write({
      path: w('own.md'),
      content: new Uint8Array(3),
      base: create(BaseSchema, { base: { case: 'absent', value: true } }),
    });
    await has('CREATED own.md');
    await agent.files.write({
      path: w('own.md'),
      content: new Uint8Array(4),
      base: create(BaseSchema, { base: { case: 'any', value: true } }),
    });
    await has('MODIFIED own.md');
    expect(described().join('\n')).not.toContain('.zo-tmp');
  });

  it('LS-02 a moved folder stays watched, and so does one that is moved in with its content', async () => {
    shell('mkdir -p deep/x/y');
    await has('CREATED deep/x/y/');
    fs.renameSync(at('deep'), at('deeper'));
    await has('MOVED deep/ > deeper');
    fs.writeFileSync(at('deeper/x/y/late.txt'), '1');
    await has('CREATED deeper/x/y/late.txt');
    fs.mkdirSync(join(agent.home, 'outside/in'), { recursive: true });
    fs.writeFileSync(join(agent.home, 'outside/in/f'), '');
    fs.renameSync(join(agent.home, 'outside'), at('arrived'));
    await has('CREATED arrived/', 'CREATED arrived/in/', 'CREATED arrived/in/f');
    fs.writeFileSync(at('arrived/in/g'), '');
    await has('CREATED arrived/in/g');
    fs.renameSync(at('deeper'), at('arrived/deeper'));
    await has('MOVED deeper/ > arrived/deeper');
    fs.writeFileSync(at('arrived/deeper/x/y/later.txt'), '1');
    await has('CREATED arrived/deeper/x/y/later.txt');
  });

  it('LS-03 a burst of 5,000 files in a new folder, and of a removed tree, loses no event', async () => {
    shell('mkdir burst && cd burst && for i in $(seq 5000); do : > f$i; done');
    await until(
      () => new Set(described().filter((line) => line.startsWith('CREATED burst/f'))).size,
      (count) => count === 5_000,
    );
    shell('rm -rf burst');
    await has('DELETED burst/');
    expect((await agent.files.searchNames({ path: w(), query: 'f4999' })).matches).toEqual([]);
  });

  it('LS-03 a file replaced as editors do it is one change; a new file with a reused inode is no move', async () => {
    fs.writeFileSync(at('ed.txt'), '1');
    await has('CREATED ed.txt');
    fs.writeFileSync(at('.ed.swp'), '22');
    fs.renameSync(at('.ed.swp'), at('ed.txt'));
    await has('MODIFIED ed.txt');
    shell('rm ed.txt; echo x > other.txt');
    await has('DELETED ed.txt', 'CREATED other.txt');
    expect(described().join('\n')).not.toContain('MOVED ed.txt > other.txt');
  });

  it('LS-03 a file that is written all the time is reported ten times a second at most, and its last state always', async () => {
    fs.writeFileSync(at('growing.log'), '');
    await has('CREATED growing.log');
    const start = Date.now();
    shell('for i in $(seq 3000); do echo $i >> growing.log; done');
    shell('echo last >> growing.log');
    const { mtimeMs } = fs.statSync(at('growing.log'));
    const reports = () =>
      events.filter(({ change, path }) => change === Change.MODIFIED && path?.segments[0] === 'growing.log');
    await until(
      () => reports().at(-1)?.atMs ?? 0,
      (last) => last >= mtimeMs,
    );
    expect(reports().length).toBeLessThanOrEqual((Date.now() - start) / 100 + 2);
  });

  it('LS-03 directories beyond the limit of watches are polled', async () => {
    const limited = await Agent.start({ env: { ZO_MAX_WATCHES: '2' } });
    try {
      fs.mkdirSync(join(limited.workspace, 'far/away'), { recursive: true });
      const seen: string[] = [];
      for await (const { event } of limited.files.watch({})) {
        if (event.case === 'start') fs.writeFileSync(join(limited.workspace, 'far/away/file'), '');
        else if (event.case === 'file') seen.push(event.value.path?.segments.join('/') ?? '');
        if (seen.includes('far/away/file')) break;
      }
      fs.rmSync(join(limited.workspace, 'Articles'), { recursive: true });
    } finally {
      await limited.stop();
    }
  });

  it('LS-03 a reader that reconnects receives all missed events, or a notice of the gap', async () => {
    const since = events[events.length - 10]?.seq ?? 0n;
    const read = async (request: { epoch: string; sinceSeq?: bigint; sinceMsAgo?: bigint }) => {
      const seen: bigint[] = [];
      const stopReading = new AbortController();
      let gap: boolean | null = null;
      for await (const { event } of agent.files.watch(request, { signal: stopReading.signal })) {
        if (event.case === 'start') gap = event.value.gap;
        if (event.case === 'file') seen.push(event.value.seq);
        if (gap || seen.length === 9) break;
      }
      stopReading.abort();
      return { gap, seen };
    };
    expect(await read({ epoch, sinceSeq: since })).toEqual({
      gap: false,
      seen: Array.from({ length: 9 }, (_, index) => since + BigInt(index + 1)),
    });
    expect((await read({ epoch: 'another', sinceSeq: since })).gap).toBe(true);
    expect((await read({ epoch, sinceSeq: 0n })).gap).toBe(events.length > 10_000);
    // A reader that began before any event gets all of them, or a gap if they are no longer kept.
    const { gap, seen } = await read({ epoch: '', sinceMsAgo: BigInt(Math.round(performance.now())) });
    expect([gap, seen]).toEqual(
      events.length > 10_000 ? [true, []] : [false, Array.from({ length: 9 }, (_, index) => BigInt(index + 1))],
    );
  });
});

describe('search', () => {
  it('FT-14 finds a file at once that was moved again and again, where that is asked for', async () => {
    fs.writeFileSync(at('moves.zz'), '');
    let place = 'moves.zz';
    for (let n = 0; n < 25; n++) {
      const next = `moved-${n}/deep/moves.zz`;
      fs.mkdirSync(at(`moved-${n}/deep`), { recursive: true });
      fs.renameSync(at(place), at(next));
      place = next;
      const { matches } = await agent.files.searchNames({ path: w(), query: 'moves.zz', settled: true });
      expect(matches.map(({ path }) => path?.segments.join('/'))).toEqual([next]);
    }
  });

  it('FT-14 finds names by all words, best first, up to the limit', async () => {
    shell(
      'mkdir -p finder/reports && touch finder/reports/{annual,budget,"annual budget"}.md finder/xannual.txt ' +
        'finder/.hidden-annual && for i in $(seq 30); do touch finder/annual-$i; done',
    );
    await until(
      () => agent.files.searchNames({ path: w(), query: 'annual-30' }),
      ({ matches }) => matches.length === 1,
    );
    const found = async (query: string, more = {}) =>
      (await agent.files.searchNames({ path: w('finder'), query, ...more })).matches.map(({ path }) =>
        path?.segments.slice(1).join('/'),
      );
    expect((await found('annual'))[0]).toBe('reports/annual.md');
    expect(await found('annual')).toHaveLength(10);
    expect(await found('BUDGET annual')).toEqual(['reports/annual budget.md']);
    expect(await found('hidden')).toEqual([]);
    expect(await found('hidden', { hidden: true })).toEqual(['.hidden-annual']);
    expect(await found('reports', { directories: true, limit: 1 })).toEqual(['reports']);
  });

  it.each([['rg'], ['/nonexistent/rg']])('FT-14 finds lines with %s', async (ripgrep) => {
    const other = await Agent.start({ env: { ZO_RIPGREP: ripgrep } });
    try {
      fs.writeFileSync(join(other.workspace, 'text.md'), `first\nthe Needle (x) here\n${'y'.repeat(3_000)}needle\n`);
      fs.writeFileSync(join(other.workspace, 'Articles/more.txt'), 'a needle (x)\n');
      fs.writeFileSync(join(other.workspace, 'binary'), Buffer.from('needle\0needle'));
      fs.symlinkSync('/etc', join(other.workspace, 'etc'));
      const search = async (query: string, more = {}) => {
        const lines: string[] = [];
        for await (const { path, line } of other.files.searchContent({ path: w(), query, ...more }))
          lines.push(`${path?.segments.join('/')}:${line}`);
        return lines.sort();
      };
      expect(await search('needle')).toEqual(['Articles/more.txt:1', 'text.md:2', 'text.md:3']);
      expect(await search('needle (x)')).toEqual(['Articles/more.txt:1', 'text.md:2']);
      expect(await search('Needle', { caseSensitive: true })).toEqual(['text.md:2']);
      expect(await search('needle', { includePattern: '*.txt' })).toEqual(['Articles/more.txt:1']);
      expect(await search('needle', { excludePattern: '*.txt' })).toEqual(['text.md:2', 'text.md:3']);
      expect(await search('needle', { limit: 1 })).toHaveLength(1);
      expect(await search('-needle')).toEqual([]);
      await expect(search('root:x')).resolves.toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('FT-14 a search that takes too long times out instead of returning nothing', async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-'));
    const slow = join(home, 'slow-rg');
    fs.writeFileSync(slow, '#!/bin/sh\nexec sleep 300\n', { mode: 0o755 });
    const other = await Agent.start({ home, env: { ZO_RIPGREP: slow, ZO_SEARCH_MS: '200' } });
    try {
      const search = async () => {
        for await (const match of other.files.searchContent({ path: w(), query: 'x' })) throw new Error(match.text);
      };
      await expect(search()).rejects.toMatchObject({ code: Code.DeadlineExceeded });
    } finally {
      await other.stop();
    }
  });

  it('FT-14 regular expressions run in linear time, and bad ones are refused', async () => {
    fs.writeFileSync(at('evil.txt'), `${'a'.repeat(50_000)}!`);
    // With backtracking this would outlast the age of the universe.
    for await (const match of agent.files.searchContent({ path: w(), query: '(a+)+$', regex: true }))
      expect(match.line).toBe(1);
    await expect(
      (async () => {
        for await (const match of agent.files.searchContent({ path: w(), query: '(', regex: true }))
          throw new Error(match.text);
      })(),
    ).rejects.toThrow('The pattern is not valid: unclosed group.');
  });
});

describe('removed roots', () => {
  it('LS-01 reports a root that was removed and created again, by the shell or on demand', async () => {
    for (const again of [
      () => execFileSync('mkdir', ['-p', agent.workspace]),
      () => agent.files.createFolder({ path: w('again'), parents: false }),
    ]) {
      fs.writeFileSync(at('last.txt'), '1');
      await has('CREATED last.txt');
      events.length = 0;
      execFileSync('rm', ['-rf', agent.workspace]);
      await has('DELETED last.txt');
      await again();
      fs.writeFileSync(at('first.txt'), '1');
      await has('CREATED first.txt');
      fs.writeFileSync(at('first.txt'), '22');
      await has('MODIFIED first.txt');
    }
  });
});
