/** The link of a machine of a user's own to the server. */
import { expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '@zo/testing';
import { agentBundle } from '@zo/testing/agent-bundle';
import { WebSocketServer } from 'ws';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { keepLinked } from '../src/machine/link.js';

it('PC-02 a connection whose other side is gone without a word ends, and another one is opened', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  let links = 0;
  server.on('connection', () => (links += 1));
  const stop = new AbortController();
  const linked = keepLinked({
    state: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'zom_token',
      folder: '/tmp',
      shell: false,
    },
    agentSocket: '/nowhere.sock',
    say: () => undefined,
    signal: stop.signal,
    pingMs: 20,
  });
  await eventually(() => links >= 2);
  stop.abort();
  await linked;
  for (const client of server.clients) client.terminate();
  server.close();
});

it('PC-02 a second program of one pairing is refused, starts after the first was killed, and revives a dead agent', async () => {
  const program = join(dirname(await agentBundle()), 'machine.mjs');
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let links = 0;
  server.on('connection', () => (links += 1));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'zo-machine-'));
  const state = join(folder, 'zo-machine', host.replace(':', '_'));
  mkdirSync(state, { recursive: true });
  const known = { url: `http://${host}`, token: 'zom_machine_instance_secret', folder, shell: false };
  writeFileSync(join(state, 'machine.json'), JSON.stringify(known));
  const running: ChildProcess[] = [];
  const printed: string[] = [];
  const start = () => {
    const env = { ...process.env, NODE_OPTIONS: '', XDG_STATE_HOME: folder };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => printed.push(String(chunk)));
    running.push(child);
    return child;
  };
  try {
    const first = start();
    await eventually(() => links === 1);
    const second = start();
    const said: string[] = [];
    second.stderr!.on('data', (chunk) => said.push(String(chunk)));
    expect(await once(second, 'exit')).toEqual([1, null]);
    expect(said.join('')).toBe(
      'This machine is connected already: zo-machine runs in another window. End it there first.\n',
    );
    expect([links, first.exitCode]).toEqual([1, null]);
    const agent = agentOf(first);
    expect(isAlive(agent)).toBe(true);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await eventually(() => !isAlive(agent));
    const third = start();
    await eventually(() => links === 2);
    process.kill(agentOf(third), 'SIGKILL');
    await eventually(() => links === 3);
    const sentence = 'The agent of this machine ended (SIGKILL); starting it again in 1 s …\n';
    await eventually(() => printed.join('').includes(sentence));
    third.kill('SIGTERM');
    expect(await once(third, 'exit')).toEqual([0, null]);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    removeFolder(folder);
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

const agentOf = ({ pid }: ChildProcess) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('PC-02 versions of Node without SQLite run the program far enough to be told what it needs', async () => {
  const program = join(dirname(await agentBundle()), 'machine.mjs');
  const { status, stdout } = spawnSync(process.execPath, ['--no-experimental-sqlite', program, '--help'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('pairs this machine')]);
});
