import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { nonceKey, TokenVerifier } from '@zo/auth';
import { SessionService } from '@zo/proto/accounts/v1';
import { hostLocally } from '@zo/rpc';
import { eventually, testPlatform, type TestPlatform } from '@zo/testing';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { freePorts } from '../../../infra/testing/engines/ports.js';
import { listen, type Listening } from '../src/server.js';
import type { Upstream } from '../src/upstream.js';

const SESSION = { sessionId: crypto.randomUUID(), userId: crypto.randomUUID(), handle: 'ada', owner: false };
const COOKIE = `sid=${'a'.repeat(43)}`;
let test: TestPlatform;
let gateway: Listening;
let url: string;
let asked = 0;
let isLive = true;

beforeAll(async () => {
  const [port] = (await freePorts(1)) as [number];
  url = `http://localhost:${port}`;
  test = await testPlatform({ ZO_PUBLIC_URL: url });
  const resolve = () => {
    asked += 1;
    if (!isLive) throw new ConnectError('there is no such session', Code.NotFound);
    return SESSION;
  };
  const verifier = new TokenVerifier('accounts', test.platform.keys);
  hostLocally('accounts', (router) => router.service(SessionService, { resolve }), verifier);
  const files = {
    handle: (_request, response) => void response.writeHead(200).write('begun'),
    upgrade: async (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      return 101;
    },
    restartSockets: async () => undefined,
  } as Partial<Upstream> as Upstream;
  const upstreams = new Map([['files', files]]);
  gateway = await listen({ platform: test.platform, upstreams, frontend: () => undefined, recheckMs: 20 }, port);
});
afterAll(async () => {
  await gateway.close('SIGINT');
  await test.close();
});

async function openSocket(): Promise<Duplex> {
  const { sessionId, userId } = SESSION;
  await test.platform.cache.set(nonceKey('once'), JSON.stringify({ sessionId, userId }), { ttlMs: 30_000 });
  const headers = { cookie: COOKIE, origin: url, connection: 'Upgrade', upgrade: 'websocket' };
  const asking = request(`${url}/api/files/live?nonce=once`, { headers }).end();
  asking.on('response', ({ statusCode }) => asking.destroy(new Error(`no websocket: ${statusCode}`)));
  const [, socket] = (await once(asking, 'upgrade')) as [IncomingMessage, Duplex];
  return socket;
}

it('S9 a session that lives keeps its websocket and its download, however often it is looked at; one that ended loses both', async () => {
  const socket = await openSocket();
  const [download] = (await once(
    request(`${url}/api/files/list`, { headers: { cookie: COOKIE } }).end(),
    'response',
  )) as [IncomingMessage];
  socket.on('error', () => undefined).resume();
  download.on('error', () => undefined).resume();
  const before = asked;
  // What accounts said is remembered for seconds.
  await eventually(() => asked > before + 1, 30_000);
  expect([socket.destroyed, download.destroyed]).toEqual([false, false]);
  isLive = false;
  await eventually(() => socket.destroyed && download.destroyed, 30_000);
});
