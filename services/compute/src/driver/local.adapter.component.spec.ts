import { connect } from 'node:net';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { processesOf, spec, TestHost } from '../../test/host.js';
import type { ComputerSpec } from '../host/index.js';
import { computerPaths } from '../host/layout.js';
import type { GoneComputer } from './computer.driver.js';
import { clientOf, computerDriverConformance, eventHandlers, runIn } from './driver.conformance.js';
import { LocalComputers } from './local.adapter.js';

let host: TestHost;
let driver: LocalComputers;

beforeAll(async () => {
  host = await TestHost.start();
  driver = new LocalComputers(host.socketPath);
});
afterAll(() => host.remove());

computerDriverConformance('local', () => ({ driver, spec }));

/** Dead processes are listed until the first process of their computer, which dies with them, has reaped them. */
const nothingLeftOf = (on: TestHost, ...computers: ComputerSpec[]) =>
  eventually(() => computers.every(({ number }) => processesOf(on.uidOf(number)).length === 0));

describe('several processes of compute', () => {
  it('PC-01 the longest follower is chosen, the next once it disconnects; a stop by one is reported to all', async () => {
    const stops = [new AbortController(), new AbortController(), new AbortController()];
    const chosen: number[] = [];
    const gone: GoneComputer[] = [];
    const following: Promise<void>[] = [];
    for (const [who, { signal }] of stops.entries()) {
      const other = new LocalComputers(host.socketPath);
      following.push(
        other.follow(
          eventHandlers({ chosen: () => chosen.push(who), gone: (computer) => gone.push({ ...computer }) }),
          signal,
        ),
      );
      // The first must be registered before the second connects.
      if (who === 0) await eventually(() => chosen.length === 1);
    }
    const wanted = spec();
    const { startedAt } = await driver.start(wanted);
    await driver.stop(wanted.id);
    await eventually(() => gone.filter(({ id }) => id === wanted.id).length === stops.length);
    expect(gone.find(({ id }) => id === wanted.id)).toMatchObject({ startedAt, asked: true });
    expect(chosen).toEqual([0]);
    stops[0]!.abort();
    await eventually(() => chosen.length === 2);
    for (const stop of stops) stop.abort();
    await Promise.all(following);
    expect(new Set(chosen.slice(0, 2)).size).toBe(2);
  });
});

describe('life of local computers', () => {
  it('PC-01 killing the host leaves no process', async () => {
    const other = await TestHost.start();
    const own = new LocalComputers(other.socketPath);
    const wanted = spec();
    const running = await own.start(wanted);
    await runIn(running, '(setsid sleep 1000 &) ; true');
    expect(processesOf(other.uidOf(wanted.number)).length).toBeGreaterThan(1);
    await other.end('SIGKILL');
    await nothingLeftOf(other, wanted);
    const next = await TestHost.start({}, other.data);
    expect(await runIn(await new LocalComputers(next.socketPath).start(wanted), 'echo after')).toBe('after');
    await next.remove();
  });

  it('FT-11 its large files are read from the disk without its agent, those of others are sent by it', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    const { home } = computerPaths(host.data, wanted);
    await runIn(running, 'seq 1000000 > numbers');
    const numbers = readFileSync(join(home, 'workspace', 'numbers'));
    writeFileSync(join(home, 'workspace', 'by-root'), numbers);
    const computer = clientOf(running);
    const read = async (name: string) => {
      const answer = await computer.raw('GET', `/bytes/w/${name}`, {});
      const isHeld = answer.heldFile !== undefined;
      return { isHeld, isWhole: (await answer.bytes(numbers.length)).equals(numbers) };
    };
    expect(await read('numbers')).toEqual({ isHeld: true, isWhole: true });
    // Without root there is one user only.
    expect(await read('by-root')).toEqual({ isHeld: process.getuid!() !== 0, isWhole: true });
    computer.close();
    await driver.stop(running.id);
  });

  it('PC-01 a computer that is killed leaves no socket for closed commands open', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    expect(running.canClose).toBe(true);
    const { outside } = computerPaths(host.data, wanted);
    const socket = join(outside, 'closed.sock');
    expect(existsSync(socket)).toBe(true);
    for (const pid of processesOf(host.uidOf(wanted.number))) process.kill(pid, 'SIGKILL');
    await eventually(() => !existsSync(socket));
    expect(await runIn(await driver.start(wanted), 'echo back')).toBe('back');
    expect(existsSync(socket)).toBe(true);
    await driver.stop(wanted.id);
  });

  it('PC-01 without a working sandbox nothing starts, and the error says why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zo-nobwrap-'));
    const broken = join(folder, 'bwrap');
    writeFileSync(broken, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const forbidden = await TestHost.start({ bwrap: broken });
    const missing = await TestHost.start({ bwrap: '/nonexistent/bwrap' });
    const allowed = await TestHost.start({ bwrap: broken, unsandboxed: true });
    await expect(new LocalComputers(forbidden.socketPath).start(spec({ owner: true }))).rejects.toThrow(
      /cannot be isolated here: this system forbids it \(bwrap: No permissions.*ZO_UNSANDBOXED=1/,
    );
    await expect(new LocalComputers(missing.socketPath).start(spec())).rejects.toThrow('bubblewrap is not installed');
    await expect(new LocalComputers(allowed.socketPath).start(spec({ owner: false }))).rejects.toThrow(
      'cannot be isolated here',
    );
    const owners = await new LocalComputers(allowed.socketPath).start(spec({ owner: true }));
    expect(owners).toMatchObject({ sandboxed: false, reason: expect.stringContaining('cannot be isolated') });
    expect(await runIn(owners, 'echo plain')).toBe('plain');
    await Promise.all([forbidden.remove(), missing.remove(), allowed.remove()]);
    rmSync(folder, { recursive: true });
  });

  it('S9 a key file that a full disk left empty is replaced by a whole key', async () => {
    const data = mkdtempSync(join(tmpdir(), 'zo-host-'));
    const key = join(data, 'secrets', 'computers.key');
    mkdirSync(join(data, 'secrets'));
    writeFileSync(key, '');
    const other = await TestHost.start({}, data);
    const wanted = spec();
    const computers = new LocalComputers(other.socketPath);
    expect(await runIn(await computers.start(wanted), 'echo mine > ~/kept; echo fine')).toBe('fine');
    const made = readFileSync(key);
    expect(made).toHaveLength(32);
    await computers.stop(wanted.id);
    expect(await runIn(await computers.start(wanted), 'cat ~/kept')).toBe('mine');
    expect(readFileSync(key)).toEqual(made);
    await other.remove();
  });

  it('PC-01 the files of a home from another machine are given to the computer’s own user', async () => {
    const wanted = spec();
    await runIn(await driver.start(wanted), 'echo mine > ~/workspace/file; ln -s /etc/passwd ~/workspace/link');
    await driver.stop(wanted.id);
    const home = join(host.data, 'homes', wanted.id);
    for (const name of ['', 'workspace', 'workspace/file']) chownSync(join(home, name), 12_345, 12_345);
    expect(await runIn(await driver.start(wanted), 'echo more >> ~/workspace/file && cat ~/workspace/file')).toBe(
      'mine\nmore',
    );
    expect(statSync('/etc/passwd').uid).toBe(0);
    await driver.stop(wanted.id);
  });

  it('PC-01 hostile specifications are refused', async () => {
    for (const bad of [
      { id: '../../etc' },
      { handle: 'a/b' },
      { handle: '-x' },
      { number: 0 },
      { number: 1.5 },
      { memoryBytes: -1 },
    ]) {
      await expect(driver.start({ ...spec(), ...bad })).rejects.toThrow('not a computer specification');
    }
    await expect(new LocalComputers(undefined).start(spec())).rejects.toThrow('ZO_COMPUTER_HOST');
  });

  it('PC-01 new and woken computers answer, and need little memory', async () => {
    const times: Record<string, number[]> = { made: [], woken: [] };
    const specs = Array.from({ length: 5 }, () => spec());
    for (const wanted of specs) {
      for (const kind of ['made', 'woken']) {
        const began = performance.now();
        expect(await runIn(await driver.start(wanted), 'echo hi')).toBe('hi');
        times[kind]!.push(performance.now() - began);
        if (kind === 'made') await driver.stop(wanted.id);
      }
    }
    const memory = specs.map(({ number }) =>
      processesOf(host.uidOf(number)).reduce(
        (sum, pid) =>
          sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024,
        0,
      ),
    );
    const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!);
    console.log(
      `start to first echo: new ${median(times['made']!)} ms, woken ${median(times['woken']!)} ms;`,
      `${median(memory)} MiB PSS each with five awake`,
    );
    expect(median(memory)).toBeLessThan(70);
    await Promise.all(specs.map(({ id }) => driver.stop(id)));
  });

  it('ST-05 a port inside is reached through the agent only', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    await runIn(
      running,
      '(python3 -m http.server 8321 --directory ~/workspace >/dev/null 2>&1 &); ' +
        'until curl -s --noproxy "*" 127.0.0.1:8321 >/dev/null; do sleep 0.05; done',
    );
    await expect(
      new Promise((done, fail) => connect(8321, '127.0.0.1').once('connect', done).once('error', fail)),
    ).rejects.toThrow();
    const client = clientOf(running);
    const { request } = await import('node:http');
    const options = await client.requestOptions('/dial/8321');
    const text = await new Promise<string>((done) => {
      const dial = request({ ...options, headers: { ...options.headers, connection: 'Upgrade', upgrade: 'tcp' } });
      dial.once('upgrade', (_response, socket) => {
        let all = '';
        socket.on('data', (data: Buffer) => (all += data.toString())).once('end', () => done(all));
        socket.write('GET / HTTP/1.0\r\n\r\n');
      });
      dial.end();
    });
    expect(text).toContain('Articles');
    await driver.stop(wanted.id);
  });
});
