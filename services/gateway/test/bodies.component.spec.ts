/** S12 A body that does not arrive holds no connection, neither of a visitor nor of a signed-in user. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { SessionService } from '@zo/proto/accounts/v1';
import { sessionCookieName, TokenVerifier } from '@zo/auth';
import { hostLocally } from '@zo/rpc';
import { eventually, testPlatform, type TestPlatform } from '@zo/testing';
import { listen, type Listening } from '../src/server.js';
import type { Upstream } from '../src/upstream.js';

const COOKIE = 'a'.repeat(43);
let test: TestPlatform;
let gateway: Listening;
let port: number;
/** Bytes of the body that the service has received, by path. */
const received = new Map<string, number>();

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** A service that answers once the body has arrived; at `/slow` it reads nothing before `readOn` is called. */
let readOn: (() => void) | undefined;
function handle(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  const count = (data: Buffer) => received.set(path, (received.get(path) ?? 0) + data.length);
  const read = () => request.on('data', count).once('end', () => response.end('whole'));
  if (path.endsWith('/slow')) readOn = read;
  else read();
}

beforeAll(async () => {
  test = await testPlatform();
  const resolve = ({ cookie }: { cookie: string }) => {
    if (cookie !== COOKIE) throw new ConnectError('there is no such session', Code.NotFound);
    return { sessionId: 'one', userId: crypto.randomUUID(), handle: 'ada', owner: false };
  };
  hostLocally(
    'accounts',
    (router) => router.service(SessionService, { resolve }),
    new TokenVerifier('accounts', test.platform.keys),
  );
  const upstream = { handle, restartSockets: async () => undefined } as Partial<Upstream> as Upstream;
  port = await freePort();
  const upstreams = new Map([
    ['accounts', upstream],
    ['uploads', upstream],
  ]);
  const bodies = { visitorMs: 600, idleMs: 1_200 };
  gateway = await listen({ platform: test.platform, upstreams, frontend: () => undefined, bodies }, port);
});
afterAll(async () => {
  await gateway.close('SIGINT');
  await test.close();
});

/** Starts a request whose body the test sends piece by piece. */
function begin(
  path: string,
  headers: Record<string, string>,
): { socket: Socket; answer: () => string; ended: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  return { socket, answer: () => text, ended: once(socket, 'close') };
}
const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const signedIn = { cookie: `${sessionCookieName('http://localhost')}=${COOKIE}` };

/** Sends a few bytes again and again, until the connection ends. */
function dribble(socket: Socket, bytes: number): () => void {
  const timer = setInterval(() => socket.writable && socket.write(Buffer.alloc(bytes, 0x61)), 50);
  socket.once('close', () => clearInterval(timer));
  return () => clearInterval(timer);
}

describe('a body that does not arrive', () => {
  it.each([
    ['/api/auth/sign-in', { 'content-length': '1000' }],
    ['/api/auth/sign-in', { 'transfer-encoding': 'chunked' }],
    ['/api/handles/ada', { 'content-length': '1000' }],
    ['/api/files/list', { 'content-length': '1000' }],
    ['/api/no-such-thing', { 'content-length': '1000' }],
  ])('S12 of a visitor to %s ends the connection', async (path, headers) => {
    const silent = begin(path, headers as Record<string, string>);
    await silent.ended;
    expect([401, 404, 408]).toContain(status(silent.answer()));
  });

  it('S12 of a visitor ends the connection, even when a byte arrives now and then', async () => {
    const slow = begin('/api/auth/sign-in', { 'content-length': '100000' });
    dribble(slow.socket, 1);
    await slow.ended;
    expect([408, 413]).toContain(status(slow.answer()));
  });

  it('S12 of a hundred visitors leaves no connection behind, and others are served meanwhile', async () => {
    const many = Array.from({ length: 100 }, () => begin('/api/auth/sign-in', { 'content-length': '1000' }));
    const fine = begin('/api/auth/sign-in', { 'content-length': '5', connection: 'close' });
    fine.socket.write('hello');
    await fine.ended;
    expect(status(fine.answer())).toBe(200);
    await Promise.all(many.map(({ ended }) => ended));
    expect(new Set(many.map(({ answer }) => status(answer())))).toEqual(new Set([408]));
  });

  it('S12 of a visitor is refused at once if it would be large', async () => {
    const large = begin('/api/auth/sign-in', { 'content-length': String(10 * 1024 ** 2) });
    await eventually(() => status(large.answer()) === 413);
    large.socket.destroy();
  });

  it('UP-06 of a signed-in user is ended when no more bytes arrive', async () => {
    const resting = begin('/api/file-uploads/rests', { 'content-length': '100000', ...signedIn });
    resting.socket.write(Buffer.alloc(5_000));
    await resting.ended;
    expect([status(resting.answer()), received.get('/api/file-uploads/rests')]).toEqual([408, 5_000]);
  });

  it('UP-06 an upload that keeps sending may take as long as it needs', async () => {
    const steady = begin('/api/file-uploads/steady', { 'content-length': '100000', connection: 'close', ...signedIn });
    let sent = 0;
    // Longer than the idle limit, and longer than the limit of visitors.
    const begun = performance.now();
    while (performance.now() - begun < 2_500) {
      steady.socket.write(Buffer.alloc(100));
      sent += 100;
      await eventually(() => received.get('/api/file-uploads/steady') === sent);
    }
    expect(steady.answer()).toBe('');
    steady.socket.write(Buffer.alloc(100_000 - sent));
    await steady.ended;
    expect([status(steady.answer()), received.get('/api/file-uploads/steady')]).toEqual([200, 100_000]);
  });

  it('UP-06 a service that is slower than the sender does not time the sender out', async () => {
    const sender = begin('/api/file-uploads/slow', { 'content-length': '1000000', connection: 'close', ...signedIn });
    sender.socket.write(Buffer.alloc(1_000_000));
    await eventually(() => readOn !== undefined);
    // Other bodies that are idle for just as long are ended.
    const rests = begin('/api/file-uploads/rests-too', { 'content-length': '10', ...signedIn });
    await rests.ended;
    expect(sender.answer()).toBe('');
    readOn!();
    await sender.ended;
    expect(status(sender.answer())).toBe(200);
  });
});
