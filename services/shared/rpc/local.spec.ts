import { once } from 'node:events';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, ConnectError, type ConnectRouter, createClient, type Interceptor } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { defineErrors } from '@zo/errors';
import { SessionService } from '@zo/proto/accounts/v1';
import { grpcTransport } from './connection.js';
import { localTransport } from './local.js';
import { toRpcErrors } from './index.js';

const { busy } = defineErrors('test', { busy: [429, 'Wait for a minute.'] });
/** Resolves when a method has noticed that its call was given up. */
let givenUp = Promise.withResolvers<void>();

const routes = (router: ConnectRouter) =>
  void router.service(SessionService, {
    async resolve({ cookie }, { signal, requestHeader, responseHeader, responseTrailer }) {
      if (cookie === 'busy') throw busy();
      if (cookie === 'broken') throw new Error('a secret of the service');
      if (cookie === 'forever') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        givenUp.resolve();
      }
      responseHeader.set('x-header', requestHeader.get('x-asked') ?? 'nothing');
      responseTrailer.set('x-trailer', 'end');
      return { handle: cookie };
    },
  });
const refuseStrangers: Interceptor = (next) => (request) => {
  if (request.header.get('x-asked') === 'by a stranger') throw busy();
  return next(request);
};
const interceptors = [toRpcErrors, refuseStrangers];

let server: Http2Server;
const clients: Partial<Record<string, Client<typeof SessionService>>> = {};

beforeAll(async () => {
  server = createServer(connectNodeAdapter({ routes, interceptors }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  clients['grpc'] = createClient(SessionService, grpcTransport(`http://127.0.0.1:${port}`, []));
  clients['local'] = createClient(SessionService, localTransport(routes, interceptors));
});
afterAll(() => void server.close());

/** The same for a service of this process and for one of another. */
it.each(['local', 'grpc'])('a call (%s) answers, refuses, fails and ends in the same way', async (name) => {
  const client = clients[name]!;
  const heads: (string | null)[] = [];
  const answer = await client.resolve(
    { cookie: 'ada' },
    {
      headers: { 'x-asked': 'politely' },
      onHeader: (header) => heads.push(header.get('x-header')),
      onTrailer: (trailer) => heads.push(trailer.get('x-trailer')),
    },
  );
  // What a method leaves out has its default.
  expect(answer).toMatchObject({ $typeName: 'accounts.v1.ResolveResponse', handle: 'ada', userId: '', owner: false });
  expect(heads).toEqual(['politely', 'end']);

  const errorOf = async (...call: Parameters<typeof client.resolve>) => {
    const error: unknown = await client.resolve(...call).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConnectError);
    return (error as ConnectError).message;
  };
  expect(await errorOf({ cookie: 'busy' })).toBe('[resource_exhausted] Wait for a minute.');
  expect(await errorOf({ cookie: 'broken' })).toBe('[internal] internal error');
  expect(await errorOf({}, { headers: { 'x-asked': 'by a stranger' } })).toContain('[resource_exhausted]');

  givenUp = Promise.withResolvers();
  expect(await errorOf({ cookie: 'forever' }, { timeoutMs: 50 })).toContain('[deadline_exceeded]');
  await givenUp.promise;
  givenUp = Promise.withResolvers();
  const controller = new AbortController();
  const ended = errorOf({ cookie: 'forever' }, { signal: controller.signal });
  controller.abort();
  expect(await ended).toContain('[canceled]');
});
