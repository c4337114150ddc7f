/** Computers at an unreachable address: packets are dropped, as after a pod has moved. */
import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ComputerService } from '@zo/proto/agent/v1';
import { ComputeService } from '@zo/proto/compute/v1';
import { loadTokenKeys, systemCtx, TokenIssuer } from '@zo/auth';
import { MemoryCache } from '@zo/cache';
import { isConnectionError } from '@zo/rpc';
import { eventually } from '@zo/testing/service';
import { type UnreachablePort, unreachablePort } from '@zo/testing/unreachable';
import { Computer, Computers, isConnectFailure, announceStopped } from './index.js';

const USER = crypto.randomUUID();
const secret = 'a-secret-for-tests-only-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'zo-unreachable-'));
const cache = new MemoryCache();
let nobody: UnreachablePort;
/** Agent and compute service in one. */
let server: Server;
const sockets = new Set<Socket>();
/** The locations that compute returns, one per wake call. */
let places: { port: number; instance: string }[] = [];
let wakes = 0;
const streams = new Set<ServerHttp2Stream>();
/** Calls that arrived; each waits for `held`. */
let calls = 0;
let held: Promise<unknown> = Promise.resolve();

const portOf = (of: Server) => (of.address() as AddressInfo).port;
const at = (port: number) => `http://127.0.0.1:${port}`;

beforeAll(async () => {
  nobody = await unreachablePort();
  const http2 = createServer(
    connectNodeAdapter({
      routes: (router) => {
        router.service(ComputerService, {
          info: async () => {
            calls++;
            await held;
            return { busyReason: 'reached' };
          },
        });
        router.service(ComputeService, {
          wake: () => {
            const { port, instance } = places[Math.min(wakes++, places.length - 1)]!;
            return { computerId: 'one', address: at(port), instance, token: secret };
          },
        });
      },
    }),
  );
  http2.on('stream', (stream) => streams.add(stream.once('close', () => streams.delete(stream))));
  server = createTcpServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    http2.emit('connection', socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  nobody.close();
  server.close();
  for (const socket of sockets) socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const computers = () => new Computers(new TokenIssuer(loadTokenKeys(folder)), at(portOf(server)), { cache });
const computerAt = (port: number) => new Computer({ computerId: 'one', address: at(port), instance: 'one', secret });
const busyReason = async (computer: Computer) => (await computer.system.info({})).busyReason;

it.each<[string, (computer: Computer) => Promise<unknown>]>([
  ['a call', (computer) => computer.system.info({})],
  ['a request', (computer) => computer.fetch('GET', '/')],
  ['a download', (computer) => computer.raw('GET', '/', {})],
])(
  "PC-04 %s to an unreachable computer fails with a connect timeout, long before the kernel's",
  async (_what, ask) => {
    const computer = computerAt(nobody.port);
    const error = await ask(computer).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect([isConnectFailure(error), isConnectionError(error)]).toEqual([true, true]);
    computer.close();
  },
  30_000,
);

it('PC-04 work on a computer that moved continues at its new address, although the old one drops packets', async () => {
  wakes = 0;
  places = [
    { port: nobody.port, instance: 'old' },
    { port: portOf(server), instance: 'new' },
  ];
  expect(await computers().use(systemCtx(USER), busyReason)).toBe('reached');
  expect(wakes).toBe(2);
  // The bound is what this test is about: without a connect timeout TCP gives up after two minutes.
}, 60_000);

it('PC-04 an address is forgotten once its computer sleeps, and a message about an earlier instance is ignored', async () => {
  wakes = 0;
  places = [
    { port: portOf(server), instance: 'first' },
    { port: portOf(server), instance: 'second' },
  ];
  const known = computers();
  const ctx = systemCtx(USER);
  expect((await known.open(ctx)).at.instance).toBe('first');
  await announceStopped(cache, USER, 'earlier');
  await announceStopped(cache, crypto.randomUUID(), 'first');
  expect((await known.open(ctx)).at.instance).toBe('first');
  await announceStopped(cache, USER, 'first');
  await eventually(async () => (await known.open(ctx)).at.instance === 'second');
  expect(wakes).toBe(2);
});

it('PC-04 closing a computer closes its connection after the running calls', async () => {
  const others = new Set(sockets);
  const own = () => [...sockets].filter((socket) => !others.has(socket)).length;
  const computer = computerAt(portOf(server));
  expect(await busyReason(computer)).toBe('reached');
  expect(own()).toBe(1);
  const last = busyReason(computer);
  computer.close();
  expect(await last).toBe('reached');
  await eventually(() => own() === 0);
});

it('PC-04 a read that its caller aborts is not made again, and the computer stays known', async () => {
  wakes = 0;
  places = [{ port: portOf(server), instance: 'one' }];
  const known = computers();
  const ctx = systemCtx(USER);
  const computer = await known.open(ctx);
  const before = calls;
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  const caller = new AbortController();
  const reading = known
    .read(ctx, ({ system }) => system.info({}, { signal: caller.signal }))
    .then(
      () => 'answered',
      (error: unknown) => error instanceof ConnectError && Code[error.code],
    );
  await eventually(() => calls > before);
  caller.abort();
  expect(await reading).toBe('Canceled');
  answer.resolve();
  expect(await known.open(ctx)).toBe(computer);
  expect(await busyReason(computer)).toBe('reached');
  expect([calls - before, wakes]).toEqual([2, 1]);
});

it('PC-04 a read whose answer the computer resets is made again', async () => {
  wakes = 0;
  places = [{ port: portOf(server), instance: 'one' }];
  const before = calls;
  held = new Promise(() => undefined);
  const reading = computers().read(systemCtx(USER), busyReason);
  await eventually(() => calls > before);
  held = Promise.resolve();
  for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
  expect(await reading).toBe('reached');
  expect(calls - before).toBe(2);
});
