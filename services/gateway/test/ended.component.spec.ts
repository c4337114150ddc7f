import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { SessionService } from '@zo/proto/accounts/v1';
import { TokenVerifier } from '@zo/auth';
import { hostLocally } from '@zo/rpc';
import { testPlatform, type TestPlatform } from '@zo/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen, type Listening } from '../src/server.js';
import type { Upstream } from '../src/upstream.js';

const SESSION = crypto.randomUUID();
let test: TestPlatform;
let gateway: Listening;
let url: string;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  test = await testPlatform();
  let isEnded = false;
  // The session is signed out while the response about it is on its way.
  const resolve = async () => {
    if (isEnded) throw new ConnectError('there is no such session', Code.NotFound);
    isEnded = true;
    await test.platform.cache.publish('sessions:ended', SESSION);
    return { sessionId: SESSION, userId: crypto.randomUUID(), handle: 'ada', owner: false };
  };
  hostLocally(
    'accounts',
    (router) => router.service(SessionService, { resolve }),
    new TokenVerifier('accounts', test.platform.keys),
  );
  const files = {
    handle: (_request, response) => void response.end('let in'),
    restartSockets: async () => undefined,
  } as Partial<Upstream> as Upstream;
  const port = await freePort();
  gateway = await listen(
    { platform: test.platform, upstreams: new Map([['files', files]]), frontend: () => undefined },
    port,
  );
  url = `http://localhost:${port}`;
});
afterAll(async () => {
  await gateway.close('SIGINT');
  await test.close();
});

describe('a session that ends during a lookup', () => {
  it('S9 admits neither the request that looked it up nor a later one', async () => {
    for (let n = 0; n < 2; n++)
      expect((await fetch(`${url}/api/files/list`, { headers: { cookie: `sid=${'a'.repeat(43)}` } })).status).toBe(401);
  });
});
