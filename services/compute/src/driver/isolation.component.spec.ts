import { createServer } from 'node:http';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { processesOf, spec, TestHost } from '../../test/host.js';
import { egressProxy } from '../egress/proxy.js';
import type { ComputerSpec } from '../host/index.js';
import { runIn } from './driver.conformance.js';
import { LocalComputers } from './local.adapter.js';

let host: TestHost;
let driver: LocalComputers;

beforeAll(async () => {
  host = await TestHost.start();
  driver = new LocalComputers(host.socketPath);
});
afterAll(() => host.remove());

/** Dead processes are listed until the first process of their computer, which dies with them, has reaped them. */
const nothingLeftOf = (on: TestHost, ...computers: ComputerSpec[]) =>
  eventually(() => computers.every(({ number }) => processesOf(on.uidOf(number)).length === 0));

describe('isolation of local computers', () => {
  it('S10 PC-01 a computer has its own user, no network and no capabilities, and sees nothing of others', async () => {
    const [ada, bob] = [spec({ handle: 'ada' }), spec({ handle: 'bob' })];
    const [adas, bobs] = [await driver.start(ada), await driver.start(bob)];
    await runIn(
      adas,
      'echo secret-of-ada > ~/workspace/diary; chmod 777 ~ ~/workspace; chmod 666 ~/workspace/diary; ' +
        '(python3 -m http.server 8123 >/dev/null 2>&1 &) ',
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
    const neighbour = spec();
    const other = await driver.start(neighbour);
    const bomb = runIn(running, ':(){ :|:& };:; sleep 3', 4_000).catch(() => '');
    const began = performance.now();
    expect(await runIn(other, 'echo fine')).toBe('fine');
    console.log(`S10: a neighbour of a fork bomb answered after ${Math.round(performance.now() - began)} ms`);
    await bomb;
    await driver.stop(wanted.id);
    await nothingLeftOf(host, wanted);
    expect(existsSync(host.pidsGroupOf(wanted.number))).toBe(false);
    expect(existsSync(host.pidsGroupOf(neighbour.number))).toBe(true);
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
