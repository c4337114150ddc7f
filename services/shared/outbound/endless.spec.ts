import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { outboundFetch } from './fetch.js';

const MIB = 1024 * 1024;
let server: Server;
let url: string;
let ended: Promise<void>;

/** Responds without end; `/gzip` sends a line of zeros that decompresses to a thousand times its size. */
beforeAll(async () => {
  server = createServer((request, response) => {
    ended = new Promise((resolve) => response.once('close', resolve));
    const packed = request.url === '/gzip';
    response.writeHead(200, packed ? { 'content-encoding': 'gzip' } : {});
    const into = packed ? createGzip() : response;
    if (into !== response) into.pipe(response);
    const more = (): unknown =>
      !response.destroyed && (into.write(Buffer.alloc(256 * 1024)) ? setImmediate(more) : into.once('drain', more));
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('an endless response', () => {
  it.each(['/plain', '/gzip'])('S3 %s is cut off at its decompressed size', async (path) => {
    const answer = await outboundFetch(url + path, {}, { allowPrivate: true, maxBytes: 8 * MIB });
    let read = 0;
    const reading = (async () => {
      for await (const block of answer.body!) {
        read += (block as Uint8Array).byteLength;
        if (read > 64 * MIB) return 'not cut off';
      }
      return 'ended';
    })();
    await expect(reading).rejects.toMatchObject({ code: 'outbound.too_large' });
    expect(read).toBeLessThanOrEqual(8 * MIB);
    await ended;
  });

  it('S3 a short response arrives complete, with its status and headers', async () => {
    const small = createServer((_, response) => response.writeHead(418, { 'x-what': 'tea' }).end('short'));
    await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve));
    const answer = await outboundFetch(
      `http://127.0.0.1:${(small.address() as AddressInfo).port}`,
      {},
      { allowPrivate: true },
    );
    expect([answer.status, answer.headers.get('x-what'), await answer.text()]).toEqual([418, 'tea', 'short']);
    small.closeAllConnections();
    small.close();
  });
});
