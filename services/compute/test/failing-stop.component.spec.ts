/** A computer that a host fails to stop stays awake, and its user's browsers are told so. */
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountsEvents } from '@zo/proto/topics';
import { systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { subscribeLive } from '@zo/live';
import { eventually, startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { compute } from '../src/service.js';
import { TestHost } from './host.js';

let test: TestPlatform;
let service: TestService;
let host: TestHost;
let front: Server;
let stopsToFail = 1;

/** In front of the host: fails the first stops. */
async function openFront(socketPath: string): Promise<void> {
  front = createServer((incoming, response) => {
    if (incoming.url!.endsWith('/stop') && stopsToFail-- > 0)
      return void response.writeHead(503).end(JSON.stringify({ message: 'its volume is busy' }));
    const { method, url: path, headers } = incoming;
    const outgoing = request({ socketPath: host.socketPath, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers).flushHeaders();
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => front.listen(socketPath, resolve));
}

beforeAll(async () => {
  host = await TestHost.start();
  const socketPath = join(host.data, 'front.sock');
  await openFront(socketPath);
  process.env['ZO_COMPUTER_HOST'] = socketPath;
  process.env['ZO_IDLE_MINUTES'] = '0.02';
  test = await testPlatform();
  service = await startTestService(compute, test.platform);
});
afterAll(async () => {
  await service?.stop();
  front?.closeAllConnections();
  front?.close();
  await host?.remove();
  await test?.close();
  for (const name of ['ZO_COMPUTER_HOST', 'ZO_IDLE_MINUTES']) delete process.env[name];
});

it('PC-01 browsers are told that it is awake again, and it sleeps the next time', async () => {
  const userId = crypto.randomUUID();
  const states: string[] = [];
  const unsubscribe = await subscribeLive(service.service.app.get<Cache>(CACHE), userId, {
    onMessage: (message) => void (message.type === 'computer' && states.push(message.payload.state)),
    onMissed: () => undefined,
  });
  await service.service.app
    .get(Database)
    .tx(systemCtx(userId), async (ctx) =>
      publish(ctx, accountsEvents, 'account.created', { userId, handle: 'ada', owner: false }),
    );
  await eventually(() => states.includes('asleep'));
  unsubscribe();
  expect(states).toEqual(['waking', 'awake', 'stopping', 'awake', 'stopping', 'asleep']);
});
