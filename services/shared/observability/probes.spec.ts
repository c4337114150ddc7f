import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { withProbes } from './probes.js';

it('a process without its engines is alive but not ready; other requests are passed on', async () => {
  const state = { ready: false, missing: 'database: connect ECONNREFUSED' };
  const server = createServer(
    withProbes(
      async () => state,
      (_request, response) => void response.writeHead(418).end(),
    ),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [answer.status, await answer.text()];
  };
  expect(await get('/livez')).toEqual([200, '{"alive":true}']);
  expect(await get('/healthz')).toEqual([503, JSON.stringify(state)]);
  state.ready = true;
  expect((await get('/healthz'))[0]).toBe(200);
  expect((await get('/livez?x=1'))[0]).toBe(418);
  await new Promise((resolve) => server.close(resolve));
});
