import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, WebSocket } from 'ws';
import { proxyFrontends } from './dev-frontend.js';

/** A request that reached a dev server. */
interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}
const seen: Seen[] = [];
const servers: Server[] = [];
let address = '';

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function devServer(name: string): Server {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    seen.push({ url: `${name} ${request.url}`, headers: request.headers });
    response.end(request.url === '/index.html' ? '<script nonce="__CSP_NONCE__"></script>' : `${name} file`);
  });
  return server.on('upgrade', (request, socket, head) => {
    seen.push({ url: `${name} ${request.url}`, headers: request.headers });
    sockets.handleUpgrade(request, socket, head, (open) => open.send(name));
  });
}

beforeAll(async () => {
  const [shell, chat] = [await listen(devServer('shell')), await listen(devServer('chat'))];
  const { frontend, frontendUpgrade } = proxyFrontends(`shell=${shell},chat=${chat},gone=http://127.0.0.1:1`);
  const server = createServer((request, response) =>
    frontend(request, response, { pathname: new URL(request.url!, 'http://x').pathname }),
  );
  address = await listen(server.on('upgrade', frontendUpgrade));
});
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

const SECRETS = { cookie: 'sid=secret', authorization: 'Bearer secret' };
const get = async (path: string, method = 'GET') => {
  const answer = await fetch(address + path, { method, headers: SECRETS });
  return { status: answer.status, csp: answer.headers.get('content-security-policy'), text: await answer.text() };
};

describe('browser code from dev servers', () => {
  it('S4 no cookie or token reaches a dev server, by request, page or websocket', async () => {
    for (const path of ['/', '/f/w/a.js', '/static/a.js', '/remotes/chat/a.js']) await get(path);
    const socket = new WebSocket(`${address.replace('http', 'ws')}/remotes/chat/rsbuild-hmr`, { headers: SECRETS });
    expect(await new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))).toBe('chat');
    socket.close();
    expect(seen.map(({ url }) => url)).toEqual([
      'shell /index.html',
      'shell /index.html',
      'shell /static/a.js',
      'chat /remotes/chat/a.js',
      'chat /remotes/chat/rsbuild-hmr',
    ]);
    expect(seen.filter(({ headers }) => headers.cookie ?? headers.authorization)).toEqual([]);
  });

  it('S4 every page gets its own nonce and the policy of production', async () => {
    const [first, second] = [await get('/'), await get('/chat/1')];
    const nonce = /nonce="([^"_]+)"/.exec(first.text)?.[1];
    expect(first.csp).toContain(`'nonce-${nonce}'`);
    expect(first.text).not.toBe(second.text);
  });

  it('S13 refuses writes and unknown remotes, and answers 503 while a dev server is down', async () => {
    expect((await get('/static/a.js', 'DELETE')).status).toBe(404);
    expect((await get('/remotes/nobody/a.js')).status).toBe(404);
    expect((await get('/remotes/gone/a.js')).status).toBe(503);
  });
});
