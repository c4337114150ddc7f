/** The link of a machine of a user's own to the server. */
import { it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@zo/testing';
import { WebSocketServer } from 'ws';
import { keepLinked } from '../src/machine/link.js';

it('PC-02 a connection whose other side is gone without a word ends, and another one is opened', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  let links = 0;
  server.on('connection', () => (links += 1));
  const stop = new AbortController();
  const linked = keepLinked({
    state: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'zom_token',
      folder: '/tmp',
      shell: false,
    },
    agentSocket: '/nowhere.sock',
    say: () => undefined,
    signal: stop.signal,
    pingMs: 20,
  });
  await eventually(() => links >= 2);
  stop.abort();
  await linked;
  for (const client of server.clients) client.terminate();
  server.close();
});
