import { createClient } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { SessionService } from '@zo/proto/accounts/v1';
import { eventually } from '@zo/shared/testing';
import { createServer, type Http2Server } from 'node:http2';
import { type AddressInfo, connect, createServer as createRelay, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceTransport } from './index.js';

let service: Http2Server;
let relay: Server;
/** Both ends of each connection that goes through. */
const lines = new Map<Socket, Socket>();
let answered = 0;

const listening = (server: Http2Server | Server) => new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

beforeAll(async () => {
  const resolve = () => ({ sessionId: '', userId: '', handle: `ada-${++answered}`, owner: false });
  service = createServer(connectNodeAdapter({ routes: (router) => router.service(SessionService, { resolve }) }));
  const port = await listening(service);
  relay = createRelay((near) => {
    const far = connect(port, '127.0.0.1');
    lines.set(near, far);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
});
afterAll(() => {
  for (const [near, far] of lines) for (const socket of [near, far]) socket.destroy();
  relay.close();
  service.close();
});

/** As with the machine of the other side: nothing arrives there any more, and nobody is told. */
function fallSilent(): void {
  for (const [near, far] of lines) {
    near.unpipe(far).resume();
    far.unpipe(near).resume();
  }
}

it('D15 a service whose machine is gone without a word is looked for anew, by the calls that wait for it and by later ones', async () => {
  const client = createClient(SessionService, serviceTransport('elsewhere', `http://127.0.0.1:${await listening(relay)}`));
  const handle = async () => (await client.resolve({ cookie: 'x' })).handle;
  expect(await handle()).toBe('ada-1');
  fallSilent();
  const asked = performance.now();
  expect((await Promise.all([handle(), handle()])).sort()).toEqual(['ada-2', 'ada-3']);
  console.log(`answered by another connection after ${Math.round(performance.now() - asked)} ms`);
  expect(lines.size).toBe(2);
  await eventually(async () => (await handle()) === 'ada-4');
}, 60_000);
