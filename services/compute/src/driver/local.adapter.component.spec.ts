import { createServer } from 'node:http';
import { connect } from 'node:net';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { processesOf, spec, TestHost } from '../../test/host.js';
import { egressProxy } from '../egress/proxy.js';
import type { ComputerSpec } from '../host/index.js';
import type { GoneComputer } from './computer.driver.js';
import { clientOf, computerDriverConformance, hearing, runIn } from './driver.conformance.js';
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
          hearing({ chosen: () => chosen.push(who), gone: (computer) => gone.push({ ...computer }) }),
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

describe('isolation of local computers', () => {
  it('S10 PC-01 a computer has its own user, no network, no capabilities, and sees nothing of the machine or of another computer', async () => {
    const [ada, bob] = [spec({ handle: 'ada' }), spec({ handle: 'bob' })];
    const [adas, bobs] = [await driver.start(ada), await driver.start(bob)];
    await runIn(
      adas,
      'echo secret-of-ada > ~/workspace/diary; chmod 777 ~ ~/workspace; chmod 666 ~/workspace/diary; (python3 -m http.server 8123 >/dev/null 2>&1 &) ',
    );
    expect(await runIn(bobs, 'id -u')).toBe(String(host.uidOf(bob.number)));
    expect(await runIn(adas, 'id -u; id -G')).toBe(`${host.uidOf(ada.number)}\n${host.uidOf(ada.number)}`);
    expect(statSync(join(host.data, 'homes', ada.id)).uid).toBe(host.uidOf(ada.number));
    expect(await runIn(bobs, 'ls /home; ls -d /home/ada /root /work /var/lib /sys /run/zo/.. 2>/dev/null')).toBe(
      'bob\n/run/zo/..',
    );
    expect(await runIn(bobs, `cat ${host.data}/homes/${ada.id}/workspace/diary 2>&1 | grep -c secret-of-ada`)).toBe(
      '0',
    );
    expect(await runIn(bobs, 'grep -rs secret-of-ada /home /tmp /run /var /proc/*/environ | wc -l')).toBe('0');
    expect(await runIn(bobs, 'curl -s -m 2 --noproxy "*" http://127.0.0.1:8123/ || echo closed')).toBe('closed');
    expect(await runIn(bobs, "ls /sys/class/net 2>/dev/null; cut -d: -f1 -s /proc/net/dev | tr -d ' '")).toBe('lo');
    expect(
      await runIn(
        bobs,
        "awk '/^Cap(Eff|Bnd|Prm)|^NoNewPrivs|^Seccomp:/ {print $2}' /proc/self/status | sort -u | tr '\\n' ' '",
      ),
    ).toBe('0000000000000000 1 2');
    for (const command of [
      'unshare -U true',
      'unshare -r true',
      'unshare -m true',
      'mount -t tmpfs x /tmp',
      'kill -9 1',
      'cat /proc/1/environ',
      'touch /usr/x',
      'touch /etc/x',
      'ls /usr/local/etc/* 2>/dev/null',
      'setpriv --reuid 0 true',
      'chroot / true',
      'dmesg',
      'mknod /tmp/d c 1 1',
    ]) {
      expect([command, await runIn(bobs, `${command} >/dev/null 2>&1 && echo did || echo refused`)]).toEqual([
        command,
        'refused',
      ]);
    }
    expect(await runIn(bobs, 'ls /proc | grep -c "^[0-9]"').then(Number)).toBeLessThan(10);
    await Promise.all([driver.stop(ada.id), driver.stop(bob.id)]);
    await nothingLeftOf(host, ada, bob);
  });

  it('S10 a computer cannot open vsock sockets, which ignore network namespaces', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    expect(
      await runIn(running, "python3 -c 'import socket; socket.socket(40, socket.SOCK_STREAM)' 2>&1 | tail -1"),
    ).toMatch(/Address family not supported/);
    expect(
      await runIn(
        running,
        "python3 -c 'import socket; [socket.socket(family) for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)]; print(1)'",
      ),
    ).toBe('1');
    await driver.stop(wanted.id);
  });

  it('S10 a computer cannot replace the socket of its agent', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    await runIn(running, `rm /run/zo/agent.sock; ln -s ${host.socketPath} /run/zo/agent.sock`);
    expect(await runIn(running, 'echo still me')).toBe('still me');
    await driver.stop(wanted.id);
    const again = await driver.start(wanted);
    expect(await runIn(again, 'echo me again')).toBe('me again');
    await driver.stop(wanted.id);
  });

  it('S10 a fork bomb stays in its computer', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    const other = await driver.start(spec());
    const bomb = runIn(running, ':(){ :|:& };:; sleep 3', 4_000).catch(() => '');
    const began = performance.now();
    expect(await runIn(other, 'echo fine')).toBe('fine');
    console.log(`S10: a neighbour of a fork bomb answered after ${Math.round(performance.now() - began)} ms`);
    await bomb;
    await driver.stop(wanted.id);
    await nothingLeftOf(host, wanted);
    const groups = readdirSync('/sys/fs/cgroup/pids').filter((name) => name.startsWith('zo-'));
    expect(groups.filter((name) => existsSync(`/sys/fs/cgroup/pids/${name}/c${wanted.number}`))).toEqual([]);
    await driver.stop(other.id);
  });

  it('S3 the egress proxy reaches allowed addresses only, for names, numbers and plain requests', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    const site = createServer((request, response) => response.end(`site ${request.url}`)).listen(0, '127.0.0.1');
    await new Promise((done) => site.once('listening', done));
    const { port } = site.address() as { port: number };
    // As in production: no address of this machine can be reached.
    const strict = egressProxy().listen(running.egressSocket);
    await new Promise((done) => strict.once('listening', done));
    (await import('node:fs')).chmodSync(running.egressSocket, 0o666);
    for (const address of [
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://[::1]:${port}`,
      `http://0x7f.1:${port}`,
      'http://169.254.169.254/',
      'http://[::ffff:7f00:1]/',
      'http://10.0.0.1/',
      'http://[::7f00:1]/',
    ]) {
      expect([
        address,
        await runIn(running, `curl -s -m 5 -o /dev/null -w '%{http_code}' --noproxy '' '${address}'`),
      ]).toEqual([address, expect.stringMatching(/^(403|502)$/)]);
      expect(await runIn(running, `curl -s -m 5 -p --noproxy '' '${address}' || echo refused`)).toContain('refused');
    }
    strict.closeAllConnections();
    await new Promise((done) => strict.close(done));
    rmSync(running.egressSocket, { force: true });
    // With a rule that resolves one name, programs that respect the proxy variables get through.
    const open = egressProxy({
      allowed: () => false,
      lookup: (host, options, callback) =>
        host === 'site.test'
          ? options.all
            ? callback(null, [{ address: '127.0.0.1', family: 4 }])
            : callback(null, '127.0.0.1', 4)
          : callback(new Error('unknown') as NodeJS.ErrnoException, '', 0),
    }).listen(running.egressSocket);
    await new Promise((done) => open.once('listening', done));
    (await import('node:fs')).chmodSync(running.egressSocket, 0o666);
    expect(await runIn(running, `curl -s http://site.test:${port}/a`)).toBe('site /a');
    expect(await runIn(running, `curl -s -p http://site.test:${port}/b`)).toBe('site /b');
    expect(
      await runIn(
        running,
        `python3 -c "import urllib.request as u; print(u.urlopen('http://site.test:${port}/c').read().decode())"`,
      ),
    ).toBe('site /c');
    open.closeAllConnections();
    site.close();
    await new Promise((done) => open.close(done));
    await driver.stop(wanted.id);
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
      `start to first echo: new ${median(times['made']!)} ms, woken ${median(times['woken']!)} ms; ${median(memory)} MiB PSS each with five awake`,
    );
    expect(median(memory)).toBeLessThan(70);
    await Promise.all(specs.map(({ id }) => driver.stop(id)));
  });

  it('ST-05 a port inside is reached through the agent only', async () => {
    const wanted = spec();
    const running = await driver.start(wanted);
    await runIn(
      running,
      '(python3 -m http.server 8321 --directory ~/workspace >/dev/null 2>&1 &); for i in $(seq 100); do curl -s --noproxy "*" 127.0.0.1:8321 >/dev/null && break; sleep 0.05; done',
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
