import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, UseFilters } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { InternalTokenGuard, type TokenVerifier, systemCtx } from '@zo/auth';
import { setLogLevel } from '@zo/observability';
import { type LiveSocket, CloseOnError, GatewayAdapter, type GatewayOptions } from './index.js';

const taken = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add'), values: z.array(z.number()) }),
  z.strictObject({ type: z.literal('fail') }),
  z.strictObject({ type: z.literal('unhandled') }),
]);

@WebSocketGateway<GatewayOptions>({ path: '/api/sum', query: z.object({ from: z.coerce.number() }), messages: taken })
@UseFilters(new CloseOnError())
class SumGateway {
  handleConnection(browser: LiveSocket, _request: IncomingMessage, { from }: { from: number }): void {
    browser.send(JSON.stringify({ type: 'hello', user: browser.ctx.userId, from }));
  }

  @SubscribeMessage('add')
  add(_browser: LiveSocket, { values }: { values: number[] }) {
    return { type: 'sum', value: values.reduce((sum, value) => sum + value, 0) };
  }

  @SubscribeMessage('fail')
  fail() {
    throw new Error('the secret is 42');
  }
}

@Module({ providers: [SumGateway] })
class SumModule {}

const ADA = crypto.randomUUID();
let adapter: GatewayAdapter;
let server: Server;
let statuses: number[];
let closeApp: () => Promise<void>;

beforeEach(async () => {
  setLogLevel('silent');
  adapter = new GatewayAdapter();
  const app = await NestFactory.create(SumModule, { logger: false });
  // As in every service: messages on an unauthenticated connection are refused.
  app.useGlobalGuards(new InternalTokenGuard(undefined as unknown as TokenVerifier));
  app.useWebSocketAdapter(adapter);
  await app.init();
  closeApp = () => app.close();
  statuses = [];
  server = createServer().on('upgrade', (request, socket, head) =>
    statuses.push(adapter.upgrade(request, { socket, head }, systemCtx(ADA))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  await closeApp();
  server.close();
});

/** Returns the status of an upgrade. */
async function dial(path: string): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  socket.on('error', () => undefined);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  answer.destroy();
  return answer.statusCode!;
}

async function open() {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/sum?from=3`);
  const closed = once(socket, 'close').then(([code]) => code as number);
  const next = async () => JSON.parse(String((await once(socket, 'message'))[0])) as unknown;
  expect(await next()).toEqual({ type: 'hello', user: ADA, from: 3 });
  return { socket, closed, next };
}

describe('a websocket gateway on the upgrade path', () => {
  it('AU-07 handles declared messages of the authenticated user', async () => {
    const { socket, next, closed } = await open();
    socket.send('{"type":"add","values":[1,2]}');
    expect(await next()).toEqual({ type: 'sum', value: 3 });
    socket.close(1000);
    expect([await closed, statuses]).toEqual([1000, [101]]);
  });

  it.each([
    ['/api/other?from=3', 404],
    ['/api/sum', 400],
    ['/api/sum?from=x', 400],
  ])('refuses %s with %i', async (path, status) => {
    expect(await dial(path)).toBe(status);
    expect(statuses).toEqual([status]);
  });

  it.each([
    ['no JSON', 'add'],
    ['another shape', '{"type":"add","values":["1"]}'],
    ['more fields', '{"type":"fail","more":1}'],
    ['an unknown type', '{"type":"multiply"}'],
    ['a type that no handler has', '{"type":"unhandled"}'],
    ['an inherited name', '{"type":"constructor"}'],
    ['bytes', Buffer.from('{"type":"fail"}')],
  ])('closes with 1008 after %s', async (_what, message) => {
    const { socket, closed } = await open();
    socket.send(message);
    expect(await closed).toBe(1008);
  });

  it('closes with 1008 after more than 600 messages between two pings, and with 1009 after a frame above 64 KiB', async () => {
    const [many, large] = [await open(), await open()];
    for (let n = 0; n <= 600; n++) many.socket.send('{"type":"add","values":[]}');
    large.socket.send(' '.repeat(64 * 1024 + 1));
    expect([await many.closed, await large.closed]).toEqual([1008, 1009]);
  });

  it('closes with 1011 if a handler fails, without revealing why', async () => {
    const { socket, closed } = await open();
    const messages: string[] = [];
    socket.on('message', (data) => messages.push(String(data)));
    socket.send('{"type":"fail"}');
    expect([await closed, messages]).toEqual([1011, []]);
  });

  it('closes connections with 1012 on shutdown, and refuses new ones', async () => {
    const { closed } = await open();
    await closeApp();
    expect([await closed, await dial('/api/sum?from=3')]).toEqual([1012, 503]);
  });
});
