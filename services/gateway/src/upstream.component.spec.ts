import { afterEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@zo/testing';
import { remoteUpstream } from './upstream.js';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end();
});

/** A port that neither accepts nor refuses connections, like those of a lost machine. */
async function lostMachine(): Promise<number> {
  const script = `const server = require('net').createServer();
      server.listen({ port: 0, host: '127.0.0.1', backlog: 0 }, () => console.log(server.address().port))`;
  const child: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  const port = Number(String((await once(child.stdout!, 'data'))[0]));
  child.kill('SIGSTOP');
  // A stopped process still has a backlog, which accepts connections until it is full.
  for (let isTaken = true; isTaken;) {
    const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined);
    ends.push(() => socket.destroy());
    isTaken = await once(socket, 'connect', { signal: AbortSignal.timeout(500) }).then(
      () => true,
      () => false,
    );
  }
  return port;
}

/** A server that does nothing but forward to a service at `port`, as the gateway does. */
async function proxyTo(port: number): Promise<string> {
  const upstream = remoteUpstream('files', `http://127.0.0.1:${port}`);
  const door = createServer(upstream.handle).on(
    'upgrade',
    (request, socket, head) => void upstream.upgrade(request, socket, head),
  );
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  ends.push(() => (door.closeAllConnections(), door.close()));
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

it('D15 a request and a websocket to a lost machine fail within seconds, not at the timeout of TCP', async () => {
  const door = await proxyTo(await lostMachine());
  const socket = new WebSocket(door.replace('http', 'ws'));
  const [[failure], read, write] = await Promise.all([
    once(socket, 'error') as Promise<[Event]>,
    fetch(door),
    fetch(door, { method: 'POST', body: Buffer.alloc(1_000_000) }),
  ]);
  expect(failure.type).toBe('error');
  for (const answer of [read, write]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ status: 503, code: 'http.unavailable' });
  }
  // The bound is what this test is about: without a connect timeout TCP gives up after two minutes.
}, 60_000);

it('D15 connections to a service are reused, and opened anew after the service has closed them', async () => {
  const seen = new Set<Socket>();
  const service = createServer((request, response) => {
    seen.add(request.socket);
    response.end(request.url);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  ends.push(() => (service.closeAllConnections(), service.close()));
  const door = await proxyTo((service.address() as AddressInfo).port);
  const ask = async (path: string) => (await fetch(door + path)).text();
  expect([await ask('/one'), await ask('/two'), seen.size]).toEqual(['/one', '/two', 1]);
  service.closeAllConnections();
  expect([await eventually(async () => (await ask('/three')) === '/three'), seen.size]).toEqual([true, 2]);
});
