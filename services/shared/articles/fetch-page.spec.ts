import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fetchPage } from './fetch-page.js';

let site: Server;
let host: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<title>Slow</title>');
    if (request.url === '/large') response.end(Buffer.alloc(9 * 1024 * 1024, 'x'));
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

it('a page that does not end in time is told from one that cannot be reached', async () => {
  await expect(fetchPage(`http://${host}/slow`, { allowPrivate: true, ms: 500 })).rejects.toThrow(
    `${host} took longer than 0.5 seconds to answer. Try again later.`,
  );
});

it('a page that is too large is called so', async () => {
  await expect(fetchPage(`http://${host}/large`, { allowPrivate: true })).rejects.toThrow(
    'This page is larger than 8 MB, which is more than an article has.',
  );
});
