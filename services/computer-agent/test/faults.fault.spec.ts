import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { BaseSchema, Clash } from '@zo/proto/agent/v1';
import { repetitions } from '@zo/testing/repetitions';
import { Agent, until, w } from './agent.js';

const OPERATIONS = repetitions(500, 2_000);

const any = create(BaseSchema, { base: { case: 'any', value: true } });

/** Content that can be verified: hash, writer, number, padding. */
function content(writer: number, seq: number): Buffer {
  const body = `${writer}|${seq}|${'x'.repeat((seq * 37) % 20_000)}`;
  return Buffer.from(`${createHash('sha256').update(body).digest('hex')}|${body}`);
}

/** The number in a file. @throws Error when the file is torn */
function seqIn(data: string): number {
  const [hash, body] = [data.slice(0, 64), data.slice(65)];
  if (createHash('sha256').update(body).digest('hex') !== hash) throw new Error('torn file');
  return Number(body.split('|')[1]);
}

describe('failures', () => {
  it(`D1 kill -9 during ${OPERATIONS} operations loses nothing acknowledged, tears no file, and leaves no temporary names`, async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-d1-'));
    const acknowledged = new Map<string, number>();
    const possible = new Map<string, Set<number>>();
    const total = { operations: 0 };
    let ready = 0;
    for (let kill = 0; total.operations < OPERATIONS; kill++) {
      const began = performance.now();
      const agent = await Agent.start({ home });
      ready = Math.max(ready, performance.now() - began);
      const goal = total.operations + 120 + Math.floor(Math.random() * 80);
      const writer = async (id: number) => {
        for (let seq = kill * 10_000; ; seq++) {
          // Every writer has 25 files of its own, so the last acknowledged number of each file is known.
          const name = `f${id}-${Math.floor(Math.random() * 25)}`;
          const key = `d${id % 3}/${name}`;
          possible.set(key, (possible.get(key) ?? new Set()).add(seq));
          try {
            await agent.files.write({
              path: w(`d${id % 3}`, name),
              content: content(id, seq),
              base: any,
              createParents: true,
            });
          } catch {
            return;
          }
          acknowledged.set(key, seq);
          if (++total.operations >= goal) await agent.kill();
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, id) => writer(id)));
      for (const [key, seq] of acknowledged) {
        const found = seqIn(fs.readFileSync(join(home, 'workspace', key), 'utf8'));
        expect(found === seq || (found > seq && possible.get(key)?.has(found))).toBe(true);
      }
    }
    const agent = await Agent.start({ home });
    for (const folder of ['d0', 'd1', 'd2']) {
      for await (const { entries } of agent.files.list({ path: w(folder) }))
        expect(entries.every(({ name }) => !name.startsWith('.zo-tmp'))).toBe(true);
      await until(
        () => fs.readdirSync(join(home, 'workspace', folder)),
        (names) => names.every((name) => !name.startsWith('.zo-tmp')),
      );
    }
    console.log(`D1: ${total.operations} operations, slowest start ${Math.round(ready)} ms`);
    await agent.stop();
  });

  it('D1 after a kill between link and unlink the next agent removes the old name, and ignores forged notes', async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-d1-'));
    // It stops after each link for longer than this test takes.
    const stopping = (command: string[]) => [
      'strace',
      '-D',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=link',
      '-e',
      'inject=link:delay_exit=600000000',
      ...command,
    ];
    const agent = await Agent.start({ home, wrap: stopping });
    const at = (...names: string[]) => join(agent.workspace, ...names);
    for (const name of ['moved.txt', 'linked.txt']) fs.writeFileSync(at(name), name);
    const move = { from: w('moved.txt'), to: w('folder', 'new.txt'), createParents: true };
    const moving = agent.files.move(move).catch(() => undefined);
    await until(() => fs.existsSync(at('folder', 'new.txt')), Boolean);
    const status = fs.readFileSync(`/proc/${agent.child.pid}/status`, 'utf8');
    const killed = agent.kill();
    // It ends once nobody holds it any more.
    process.kill(Number(/^TracerPid:\s+(\d+)/m.exec(status)![1]), 'SIGKILL');
    await killed;
    await moving;
    expect(fs.existsSync(at('moved.txt'))).toBe(true);
    fs.writeFileSync(join(home, 'outside.txt'), 'outside');
    const { ino, nlink } = fs.statSync(join(home, 'outside.txt'));
    const own = fs.statSync(at('linked.txt'));
    fs.symlinkSync(`moving:${ino}:${nlink - 1}:../outside.txt`, at('.zo-tmp-forged-1'));
    fs.symlinkSync(`moving:${own.ino}:${own.nlink}:linked.txt`, at('.zo-tmp-forged-2'));
    const next = await Agent.start({ home });
    await until(
      () => fs.readdirSync(next.workspace).sort(),
      (names) => names.every((name) => !name.startsWith('.zo-tmp')) && !names.includes('moved.txt'),
    );
    expect([
      fs.readFileSync(at('folder', 'new.txt'), 'utf8'),
      fs.readFileSync(at('linked.txt'), 'utf8'),
      fs.readFileSync(join(home, 'outside.txt'), 'utf8'),
    ]).toEqual(['moved.txt', 'linked.txt', 'outside']);
    await next.stop();
  });

  it('D1 UP-06 after a kill right after a commit, committing again returns the same place and creates no second file', async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-d1-'));
    const first = await Agent.start({ home });
    await first.files.write({ path: w('a.txt'), content: Buffer.from('old'), base: any });
    await first.files.beginUpload({ uploadId: 'u', totalBytes: 3n });
    await first.request('PUT', '/uploads/u?offset=0', { body: Buffer.from('new') });
    const commit = (agent: Agent) =>
      agent.files.commitUpload({ uploadId: 'u', totalBytes: 3n, path: w('a.txt'), clash: Clash.KEEP_BOTH });
    const place = (await commit(first)).path?.segments;
    expect(place).toEqual(['a (2).txt']);
    await first.kill();
    const second = await Agent.start({ home });
    expect((await commit(second)).path?.segments).toEqual(place);
    expect(fs.readdirSync(second.workspace).filter((name) => name.startsWith('a'))).toEqual(['a (2).txt', 'a.txt']);
    fs.rmSync(join(second.workspace, 'a (2).txt'));
    await expect(commit(second)).rejects.toThrow('upload u');
    await second.stop();
  });

  it('D2 an acknowledged write is synced, renamed and its folder synced, in this order', async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-d2-'));
    const trace = `${home}.strace`;
    const agent = await Agent.start({
      home,
      wrap: (command) => ['strace', '-D', '-f', '-y', '-qq', '-o', trace, '-e', 'trace=fsync,rename,link', ...command],
    });
    // The history syncs its own files meanwhile, in another thread.
    const calls = () =>
      [...fs.readFileSync(trace, 'utf8').matchAll(/ (fsync|rename|link)\((?:\d+<([^>]*)>)?/g)]
        .filter(([, call, path]) => call !== 'fsync' || path?.startsWith(agent.workspace))
        .map(([, call]) => call);
    for (let seq = 0; seq < 50; seq++) {
      const before = calls().length;
      await agent.files.write({ path: w(`f${seq % 10}`), content: content(0, seq), base: any });
      expect(calls().slice(before)).toEqual(['fsync', seq < 10 ? 'link' : 'rename', 'fsync']);
    }
    await agent.stop();
    fs.rmSync(trace);
  });

  it('D7 over the limit of its disk, where the host forbids writing, the error says so and removing works', async () => {
    const agent = await Agent.start();
    const write = (text: string) => agent.files.write({ path: w('keep'), content: Buffer.from(text), base: any });
    await write('old');
    const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(agent.child.pid), `--fsize=${bytes}`]);
    limit('0:unlimited');
    const refused = ConnectError.from(await write('new').catch((error: unknown) => error));
    expect([refused.code, refused.rawMessage]).toEqual([
      Code.ResourceExhausted,
      expect.stringContaining('disk is full'),
    ]);
    expect(fs.readFileSync(join(agent.workspace, 'keep'), 'utf8')).toBe('old');
    await agent.files.remove({ path: w('keep') });
    limit('unlimited:unlimited');
    await write('again');
    await agent.stop();
  });

  it('D7 on a full disk nothing old is lost, the error says so, and removing works', async () => {
    const home = fs.mkdtempSync(join(tmpdir(), 'zo-agent-d7-'));
    const script = `mount -t tmpfs -o size=4m,nr_inodes=400 tmpfs ${home} && exec "$@"`;
    const agent = await Agent.start({
      home,
      wrap: (command) => ['unshare', '-rm', 'sh', '-c', script, 'sh', ...command],
    });
    const write = (name: string, bytes: number) =>
      agent.files.write({ path: w(name), content: Buffer.alloc(bytes, name), base: any });
    const failure = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => null,
        (reason: unknown) => ConnectError.from(reason),
      );
      return error && [error.code, error.rawMessage];
    };
    await write('keep', 1_000_000);
    // Beside them the index and the history take some of the disk, sooner or later.
    await write('fill', 1_700_000);
    const full = await failure(write('keep', 3_000_000));
    expect(full?.[0]).toBe(Code.ResourceExhausted);
    expect(full?.[1]).toContain('disk is full');
    expect((await agent.files.read({ path: w('keep') })).content.length).toBe(1_000_000);
    expect((await failure(agent.files.copy({ from: w('fill'), to: w('again') })))?.[0]).toBe(Code.ResourceExhausted);
    expect((await failure(agent.files.beginUpload({ uploadId: 'u', totalBytes: 50_000_000n })))?.[0]).toBe(
      Code.ResourceExhausted,
    );
    // A smaller upload may begin and run out of space later.
    await agent.files.beginUpload({ uploadId: 'v', totalBytes: 900_000n });
    await write('more', 700_000);
    expect((await agent.request('PUT', '/uploads/v?offset=0', { body: Buffer.alloc(900_000, 1) })).status).toBe(507);
    await agent.files.abortUpload({ uploadId: 'v' });
    let files = 0;
    let last: (string | Code)[] | null = null;
    for (; files < 500 && !last; files++) last = await failure(write(`inode-${files}`, 1));
    expect(last?.[0]).toBe(Code.ResourceExhausted);
    const names: string[] = [];
    for await (const { entries } of agent.files.list({ path: w() })) names.push(...entries.map(({ name }) => name));
    expect(names.filter((name) => name.startsWith('inode'))).toHaveLength(files - 1);
    await agent.files.move({ from: w('fill'), to: w('Trash', 'fill') });
    await agent.files.remove({ path: w('Trash', 'fill') });
    await agent.files.remove({ path: w('inode-0') });
    await write('keep', 1_500_000);
    await agent.stop();
  });
});
