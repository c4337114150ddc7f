import { once } from 'node:events';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { SessionService } from '@zo/proto/accounts/v1';
import { freePorts } from '../../../infra/engines/ports.js';
import { SilentLine } from '../testing/silent-line.js';
import { serviceTransport } from './index.js';

let service: Http2Server;
let line: SilentLine;
let port: number;
let answered = 0;

beforeAll(async () => {
  const resolve = () => ({ sessionId: '', userId: '', handle: `ada-${++answered}`, owner: false });
  service = createServer(connectNodeAdapter({ routes: (router) => router.service(SessionService, { resolve }) }));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  [port] = (await freePorts(1)) as [number];
  line = await SilentLine.open({ port, host: '127.0.0.1' }, { port: (service.address() as AddressInfo).port, host: '127.0.0.1' });
});
afterAll(async () => {
  await line.close();
  service.close();
});

it('D15 a service whose machine is gone without a word is looked for anew, by the calls that wait for it and by later ones', async () => {
  const client = createClient(SessionService, serviceTransport('elsewhere', `http://127.0.0.1:${port}`));
  const handle = async () => (await client.resolve({ cookie: 'x' })).handle;
  expect(await handle()).toBe('ada-1');
  line.fallSilent();
  const asked = performance.now();
  expect((await Promise.all([handle(), handle()])).sort()).toEqual(['ada-2', 'ada-3']);
  console.log(`answered by another connection after ${Math.round(performance.now() - asked)} ms`);
  expect([line.connections, await handle()]).toEqual([2, 'ada-4']);
}, 60_000);
