/**
 * Sites for tests of the browser: one of the computer itself, and one on the web, behind a way out that takes notes.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly port: number;
  /** Paths that were asked for. */
  readonly asked: string[];
  readonly pages: Map<string, string | Handler>;
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const [asked, pages] = [[] as string[], new Map<string, string | Handler>()];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    asked.push(pathname);
    const page = pages.get(pathname);
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? '<title>Nothing</title>Nothing is here.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    pages,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export interface WayOut {
  /** Addresses and hosts that were asked for, and with which credentials. */
  readonly asked: { readonly target: string; readonly credentials: string }[];
  stop(): Promise<void>;
}

/** A proxy like that of a computer: every host but `closed.test` is the site. */
export async function startWayOut(socketPath: string, site: Site): Promise<WayOut> {
  const asked: { target: string; credentials: string }[] = [];
  const note = ({ url = '', headers }: IncomingMessage) => {
    const [, encoded = ''] = (headers['proxy-authorization'] ?? '').split(' ');
    asked.push({ target: url, credentials: Buffer.from(encoded, 'base64').toString() });
    return url.includes('closed.test');
  };
  const server = http.createServer((request, response) => {
    if (note(request)) return void response.writeHead(403, { connection: 'close' }).end();
    const { pathname, search } = new URL(request.url ?? '');
    const options = { port: site.port, path: pathname + search, method: request.method, headers: request.headers };
    const upstream = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    if (note(request)) return socket.end('HTTP/1.1 403 Not on the public internet\r\n\r\n');
    const upstream = net.connect(site.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  // The server forgets the sockets of tunnels, which a browser that outlives its agent keeps open.
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => void sockets.add(socket.once('close', () => sockets.delete(socket))));
  await new Promise<void>((done) => server.listen(socketPath, done));
  return {
    asked,
    stop: () =>
      new Promise((done) => {
        server.close(() => {
          rmSync(socketPath, { force: true });
          done();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
