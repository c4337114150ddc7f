import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { egressProxy } from './proxy.js';

const FINE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
let proxy: Server;
let site: TcpServer;
let said: string;
const portOf = (server: Server | TcpServer) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  proxy = egressProxy({ allowed: () => true }).listen(0, '127.0.0.1');
  site = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(said));
  }).listen(0, '127.0.0.1');
  await Promise.all([once(proxy, 'listening'), once(site, 'listening')]);
});
afterAll(async () => {
  proxy.close();
  site.close();
  await Promise.all([once(proxy, 'close'), once(site, 'close')]);
});

/** The status that a program gets when the site says this. */
function statusFor(text: string): Promise<number | undefined> {
  said = text;
  return new Promise((resolve, reject) => {
    const asked = request({ port: portOf(proxy), path: `http://127.0.0.1:${portOf(site)}/`, agent: false });
    asked.on('response', (answer) => (answer.resume(), resolve(answer.statusCode)));
    asked.on('error', reject).end();
  });
}

describe('the way out of a computer', () => {
  it.each(['000', '001', '099', '101'])('outlives a site that answers with %s', async (status) => {
    expect(await statusFor(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`)).toBe(502);
    expect(await statusFor(FINE)).toBe(200);
  });

  it('passes on a status that only that site knows', async () => {
    expect(await statusFor('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n')).toBe(999);
  });

  it.each(['', 'HTTP/1.1 200 OK\r\nfold\x00: x\r\n\r\n', 'no answer at all'])(
    'answers for a site that says %j',
    async (text) => {
      expect(await statusFor(text)).toBe(502);
      expect(await statusFor(FINE)).toBe(200);
    },
  );
});
