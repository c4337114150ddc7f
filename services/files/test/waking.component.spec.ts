import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { ComputeService } from '@zo/proto/compute/v1';
import { TokenVerifier } from '@zo/auth';
import { LivePublisher } from '@zo/live';
import { hostLocally } from '@zo/rpc';
import {
  eventually,
  startTestComputer,
  startTestService,
  type TestComputer,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { files } from '../src/service.js';

const ADA = crypto.randomUUID();
let test: TestPlatform;
let service: TestService;
let computer: TestComputer;

beforeAll(async () => {
  test = await testPlatform();
  computer = await startTestComputer();
  let asked = 0;
  // The computer wakes and announces it while the response that it is asleep is still in flight.
  const wake = async () => {
    if (asked++ > 0)
      return { computerId: ADA, address: computer.address, instance: computer.instance, token: computer.secret };
    new LivePublisher<'compute'>(test.platform.cache, 'compute').publish(ADA, {
      type: 'computer',
      payload: { state: 'awake' },
    });
    throw new ConnectError('it sleeps', Code.FailedPrecondition);
  };
  hostLocally(
    'compute',
    (router) => router.service(ComputeService, { wake }),
    new TokenVerifier('compute', test.platform.keys),
  );
  service = await startTestService(files, test.platform);
});
afterAll(async () => {
  await service.stop();
  await computer.stop();
  await test.close();
});

describe('a browser that connects while the computer wakes', () => {
  it('LS-01 receives changes, even if the message that it is awake overtakes the response that it is asleep', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws`, {
      headers: { authorization: `Bearer ${await service.token(ADA)}` },
    });
    const messages: { type: string; payload?: { relativePath?: string } }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as never));
    await eventually(() => messages.some(({ type }) => type === 'hello'));
    writeFileSync(join(computer.home, 'workspace', 'seen.txt'), 'x');
    await eventually(() => messages.some(({ payload }) => payload?.relativePath === 'seen.txt'));
    socket.close();
    expect(messages.slice(0, 2).map(({ type }) => type)).toEqual(['subscribed', 'computer']);
  });

  it('LS-01 receives only declared messages of the channel, with the declared fields', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws`, {
      headers: { authorization: `Bearer ${await service.token(ADA)}` },
    });
    const messages: { type: string }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as never));
    await eventually(() => messages.some(({ type }) => type === 'hello'));
    const before = messages.length;
    const forged = { type: 'resync', epoch: 'x', seq: 0 };
    const larger = { type: 'computer', payload: { state: 'awake', address: '/run' }, fill: 'x'.repeat(100) };
    const huge = { type: 'computer', payload: { state: 'asleep' }, fill: 'x'.repeat(20_000) };
    for (const text of [
      '{"computer"',
      'null',
      '{"type":"unknown"}',
      ...[forged, huge, larger].map((each) => JSON.stringify(each)),
    ])
      await test.platform.cache.publish(`user:${ADA}:live`, text);
    await eventually(() => messages.length > before);
    socket.close();
    expect(messages.slice(before)).toEqual([{ type: 'computer', payload: { state: 'awake' } }]);
  });
});
