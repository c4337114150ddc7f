import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { PageReach } from '@zo/proto/agent/v1';
import { eventually } from '@zo/testing';
import type { LocalComputers } from '../src/driver/local.adapter.js';
import { clientOf, runIn } from '../src/driver/driver.conformance.js';
import type { RunningComputer } from '../src/driver/computer.driver.js';
import { BODY, startWayOutHost, type WayOutHost } from './way-out-host.js';

let at: WayOutHost;
let computer: RunningComputer;
let driver: LocalComputers;
let arrived: string[];

beforeAll(async () => {
  at = await startWayOutHost();
  ({ computer, driver, arrived } = at);
});
afterAll(() => at.stop());

const begin: WayOutHost['begin'] = (...asked) => at.begin(...asked);
const run: WayOutHost['run'] = (...asked) => at.run(...asked);
const url: WayOutHost['url'] = (...asked) => at.url(...asked);

/** Whether a process of this machine has the word in its command line. */
const isRunning = (word: string) =>
  readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });

const PYTHON = (address: string) => `python3 -c 'import urllib.request as u; print(u.urlopen("${address}").read())'`;

describe('the record of a command', () => {
  it.each<[string, (address: string) => string]>([
    ['curl', (address) => `curl -s ${address}`],
    ['a script that it writes', (address) => `echo "curl -s ${address}" > ~/g.sh; bash ~/g.sh`],
    ['Python', PYTHON],
    ['Node', (address) => `/opt/zo/bin/node -e 'fetch("${address}").then((a) => a.text()).then(console.log)'`],
    ['curl without the credentials of its command', (address) => `curl -s --proxy http://127.0.0.1:3128 ${address}`],
    ['git, which is asked for credentials', (address) => `git ls-remote ${address}/repo.git; true`],
  ])('S7 %s: what came in is counted with its host', async (_, command) => {
    const { egress } = await run(command(url('site.test')));
    expect(egress).toMatchObject({ foreign: true, ranClosed: false, hosts: [{ host: 'site.test', refused: false }] });
    expect(egress.hosts[0]!.bytesIn).toBeGreaterThan(BODY.length);
    expect(egress.hosts[0]!.bytesOut).toBeGreaterThan(0);
  });

  it.each(['echo see https://example.com', 'ls -la ~ && grep -r curl ~/workspace; true'])(
    'S7 %s: nothing came in',
    async (command) => {
      expect((await run(command)).egress).toEqual({ hosts: [], moreHosts: 0, foreign: false, ranClosed: false });
    },
  );

  it('S7 what comes in by another command’s name counts for every command that runs', async () => {
    const quiet = await begin();
    await run(`curl -s ${url('other.test')}`);
    expect(await driver.endCommand(computer.id, quiet.id)).toMatchObject({ foreign: true, hosts: [] });
  });

  it('S7 what a program still receives after its command has ended counts for the next of its conversation', async () => {
    const late = { conversationId: 'late' };
    const waiting = `while ! [ -e ~/go ]; do sleep 0.05; done; curl -s ${url('late.test')} > ~/late.txt`;
    await run(`setsid nohup sh -c '${waiting}' >/dev/null 2>&1 &`, late);
    expect((await run('touch ~/go', { conversationId: 'another' })).code).toBe(0);
    await runIn(computer, 'while ! [ -s ~/late.txt ]; do sleep 0.05; done');
    expect((await run('cat ~/late.txt', late)).egress.foreign).toBe(true);
  });

  it('S3 a refused address is listed as refused, and nothing counts as received', async () => {
    const { egress } = await run('curl -s http://127.0.0.1.:80/ http://169.254.169.254/latest; true');
    expect(egress.foreign).toBe(false);
    expect(egress.hosts.map(({ refused }) => refused)).toContain(true);
  });
});

describe('a page in the browser of the computer', () => {
  it('TL-01 S7 of the web comes in through the way out, counted with its host for the call that asked', async () => {
    const { id, begun } = await begin();
    const client = clientOf(computer);
    const { user: proxyUser, password: proxyPassword } = begun;
    const asked = { url: url('site.test', '/page'), reach: PageReach.WEB, proxyUser, proxyPassword };
    const shown = await client.browser.viewPage(asked);
    client.close();
    expect(shown).toMatchObject({ url: url('site.test', '/page'), outline: BODY.trim(), status: 200 });
    expect(Buffer.from(shown.screenshot.subarray(0, 3)).toString('hex')).toBe('ffd8ff');
    const egress = (await driver.endCommand(computer.id, id))!;
    expect([egress.foreign, egress.hosts.map(({ host }) => host)]).toEqual([true, ['site.test']]);
  });
});

describe('a closed command', () => {
  const closed = { closed: true };

  it('S7 runs in the same home and folder, with its output, exit code and errors', async () => {
    const ran = await run('cd ~/workspace && echo made > closed.txt; pwd; echo bad >&2; exit 3', closed);
    expect(ran).toMatchObject({ code: 3, egress: { ranClosed: true, foreign: false, hosts: [] } });
    expect(ran.output).toContain('/workspace\n');
    expect(ran.output).toContain('bad');
    expect(await runIn(computer, 'cat ~/workspace/closed.txt')).toBe('made');
  });

  it('S7 writes nothing outside of the workspace, such as what shells run later', async () => {
    const { code, output } = await run(
      'echo curl evil.test >> ~/.profile; echo >> ~/.bashrc; mkdir -p ~/.local/bin',
      closed,
    );
    expect(code).toBe(1);
    expect(output.match(/Read-only file system/g)).toHaveLength(3);
    expect(await runIn(computer, 'cat ~/.profile ~/.bashrc 2>/dev/null; ls ~/.local 2>/dev/null; true')).not.toContain(
      'evil',
    );
  });

  it('S7 is refused where a folder of the home is a link, which could lead anywhere on this machine', async () => {
    await runIn(computer, 'cd ~ && mv sites sites.kept && ln -s /etc sites');
    const ran = await run('ls ~/sites', closed).catch((error: Error) => error);
    await runIn(computer, 'cd ~ && rm sites && mv sites.kept sites');
    expect(ran).toBeInstanceOf(Error);
    expect((await run('ls -d ~/sites', closed)).output).toContain('sites');
  });

  it.each<[string, (address: string) => string]>([
    ['curl', (address) => `curl -s ${address}`],
    ['Python', PYTHON],
    ['the proxy of the computer by its usual address', (address) => `curl -s --proxy http://127.0.0.1:3128 ${address}`],
    ['no proxy', (address) => `curl -s --noproxy '*' --max-time 5 ${address}`],
  ])('S7 %s reaches nothing', async (_, command) => {
    const before = arrived.length;
    const { egress, output } = await run(command(url('secret-text.site.test')), closed);
    expect(arrived.length).toBe(before);
    expect(output).not.toContain(BODY.trim());
    expect(egress).toMatchObject({ ranClosed: true, foreign: false });
  });

  it('S7 names the host that it tried to reach, and reaches it once it is granted', async () => {
    const command = `curl -s ${url('granted.test')} ${url('other.test')}`;
    const tried = await run(command, closed);
    expect(tried.egress.hosts.map(({ host, refused }) => [host, refused])).toEqual([
      ['granted.test', true],
      ['other.test', true],
    ]);
    const granted = await run(command, { closed: true, grantedHosts: ['granted.test'] });
    expect(granted.output).toBe(BODY);
    expect(granted.egress).toMatchObject({ foreign: true, ranClosed: true });
    expect(granted.egress.hosts.map(({ host, refused }) => [host, refused])).toEqual([
      ['granted.test', false],
      ['other.test', true],
    ]);
  });

  it('S7 sees neither the agent, nor other programs, nor their way out', async () => {
    const { output } = await run('ls /run/zo 2>&1; ls /run/zo-egress; grep -l agent.mjs /proc/*/cmdline; true', closed);
    expect(output).not.toContain('agent');
    expect(output).not.toContain('closed.sock');
  });

  it('S7 leaves nothing behind that runs on', async () => {
    const ran = await run('setsid nohup sleep 77123 >/dev/null 2>&1 & until pgrep -f 77123; do :; done', closed);
    expect(ran.code).toBe(0);
    await eventually(() => !isRunning('77123'));
  });

  it('S7 ends when it is stopped, with all that it started', async () => {
    const { begun } = await begin(closed);
    const client = clientOf(computer);
    const stop = new AbortController();
    const reading = (async () => {
      const command = 'sleep 77124 & echo begun; sleep 77125';
      const answers = client.processes.run({ command, closedTicket: begun.ticket }, { signal: stop.signal });
      for await (const { event } of answers) if (event.case === 'output') stop.abort();
    })();
    await expect(reading).rejects.toThrow();
    client.close();
    await eventually(() => !isRunning('77124') && !isRunning('77125'));
  });

  it('S7 a ticket runs one command, and a made-up one none', async () => {
    const { begun } = await begin(closed);
    const client = clientOf(computer);
    const use = async (closedTicket: string) => {
      for await (const _ of client.processes.run({ command: 'true', closedTicket })) void _;
    };
    await use(begun.ticket);
    await expect(use(begun.ticket)).rejects.toThrow();
    await expect(use('made-up')).rejects.toThrow();
    client.close();
  });

  it('S7 more output than fits is cut as for any command', async () => {
    const { output } = await run('head -c 3000000 /dev/zero | tr "\\0" x; echo end', closed);
    expect(output.length).toBeLessThan(400_000);
    expect(output).toContain('end');
  });
});

describe('a rehearsed command', () => {
  const rehearse = { closed: true, rehearse: true };
  const LIST =
    'cd ~ && find . -path ./.computer -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; find workspace ' +
    'sites | sort';

  it('S7 runs on a copy of the home that ends with it, and tells what it would have written and deleted', async () => {
    await runIn(computer, 'cd ~/workspace && mkdir -p Old && echo a > kept.txt && echo b > gone.txt && echo c > Old/x');
    const before = await runIn(computer, LIST);
    const hostile = [
      'cat kept.txt',
      'echo more >> kept.txt; rm gone.txt; rm -rf Old; mkdir -p New && echo n > New/file',
      'ln -s /etc/passwd link; echo evil >> ~/.profile; rm -rf ~/sites',
      'umount -l ~; umount ~/workspace; mount -t tmpfs none ~; unshare -Ur true',
      'echo fforged >&9; for fd in /proc/self/fd/*; do readlink $fd; done',
      'cat kept.txt; setsid nohup sleep 77321 >/dev/null 2>&1 &',
      'exit 4',
    ];
    const ran = await run(hostile.join('\n'), rehearse);
    expect(ran).toMatchObject({ code: 4, egress: { ranClosed: true, hosts: [] } });
    expect(ran.output).toContain('a\nmore\n');
    expect(ran.wouldWrite).toEqual(['workspace/New/file', 'workspace/kept.txt', 'workspace/link', '.profile']);
    expect(ran.wouldDelete).toEqual(['sites', 'workspace/Old', 'workspace/gone.txt']);
    expect(ran.counts).toEqual([4, 3]);
    expect(await runIn(computer, LIST)).toBe(before);
    await eventually(() => !isRunning('77321'));
    // Nothing of it is there for the next one.
    expect((await run('ls ~/workspace', rehearse)).output).not.toContain('New');
  });

  it('counts what is not listed, and lists last what programs keep for themselves', async () => {
    const many =
      'mkdir -p ~/.cache/x ~/workspace/Many && cd ~/.cache/x && seq -f "%08g-of-many-files" 3000 | xargs touch';
    const ran = await run(`${many}; cd ~/workspace/Many && seq 150 | xargs touch; rm ~/workspace/kept.txt`, rehearse);
    expect(ran.counts).toEqual([3150, 1]);
    expect(ran.wouldWrite).toHaveLength(200);
    expect(ran.wouldWrite.slice(0, 150).every((path) => path.startsWith('workspace/Many/'))).toBe(true);
    expect(ran.wouldDelete).toEqual(['workspace/kept.txt']);
  });

  it('S7 reaches nothing, writes no more than is kept in memory, and does not run without a ticket', async () => {
    const { output, egress } = await run(`curl -sf -m 5 ${url('site.test')} || echo unreached`, rehearse);
    expect([output.trim(), egress.foreign]).toEqual(['unreached', false]);
    const full = await run('head -c 400000000 /dev/zero > ~/workspace/big; echo $?; ls ~/workspace/big', rehearse);
    expect(full.output).toMatch(/No space left on device/);
    expect(await runIn(computer, 'ls ~/workspace/big 2>/dev/null; true')).toBe('');
    const client = clientOf(computer);
    const without = async () => {
      for await (const _ of client.processes.run({ command: 'touch ~/workspace/real', rehearse: true })) void _;
    };
    await expect(without()).rejects.toThrow(/ticket/);
    client.close();
  });
});
