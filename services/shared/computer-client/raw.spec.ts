import { createServer, type Server, type Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { rawRequest } from './raw.js';

let server: Server;
const get = { method: 'GET', path: '/bytes/w/a', headers: { host: 'agent' }, responseTimeoutMs: 10_000 } as const;

/** Starts a server that runs `answer` for each connection. */
async function listening(answer: (socket: Socket, request: string) => void): Promise<{ port: number }> {
  server = createServer((socket) =>
    socket.on('error', () => undefined).once('data', (data) => answer(socket, String(data))),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as { port: number }).port };
}

/** Reads a block only when its turn comes, like a socket, so that a block reused too early is detected. */
function slowReader(): { into: Writable; received: Buffer[] } {
  const received: Buffer[] = [];
  const write = (block: Buffer, _encoding: string, done: () => void) =>
    setImmediate(() => (received.push(Buffer.from(block)), done()));
  return { into: new Writable({ write }), received };
}

afterEach(() => void server.close());

describe('rawRequest', () => {
  it('sends the request and pours a body larger than its blocks', async () => {
    const body = randomBytes(3_000_001);
    let asked = '';
    const target = await listening((socket, request) => {
      asked = request;
      socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 206 Partial Content\r\nContent-Length: ${body.length}\r\nETag: "x:y"\r\n\r\n`),
          body,
        ]),
      );
    });
    const answer = await rawRequest(target, get);
    expect(asked).toBe('GET /bytes/w/a HTTP/1.1\r\nconnection: close\r\nhost: agent\r\n\r\n');
    expect(answer).toMatchObject({ status: 206, headers: { etag: '"x:y"' } });
    const { into, received } = slowReader();
    await answer.streamTo(into);
    await finished(into);
    expect(Buffer.concat(received).equals(body)).toBe(true);
  });

  it('reads headers that arrive byte by byte', async () => {
    const target = await listening(async (socket) => {
      socket.setNoDelay(true);
      for (const letter of 'HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\ngone')
        await new Promise((sent) => socket.write(letter, sent));
    });
    const answer = await rawRequest(target, get);
    expect(answer.status).toBe(404);
    expect(String(await answer.bytes(1_000))).toBe('gone');
  });

  it("closes the reader's connection if the body is shorter than announced", async () => {
    const target = await listening((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nonly'));
    const into = new PassThrough();
    await (await rawRequest(target, get)).streamTo(into);
    expect(into.destroyed).toBe(true);
    expect(into.writableEnded).toBe(false);
  });

  it('disconnects when the reader disconnects', async () => {
    const left = Promise.withResolvers<void>();
    const target = await listening((socket) => {
      socket.on('close', () => left.resolve());
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 40}\r\n\r\n`);
      const more = () => void (socket.write(Buffer.alloc(65_536)) ? setImmediate(more) : socket.once('drain', more));
      more();
    });
    const answer = await rawRequest(target, get);
    const into = new PassThrough();
    const pouring = answer.streamTo(into);
    into.resume().once('data', () => into.destroy());
    await pouring;
    await left.promise;
  });

  it('disconnects at once if the reader has disconnected before the body', async () => {
    const left = Promise.withResolvers<void>();
    let sent = 0;
    const target = await listening((socket) => {
      socket.on('close', () => left.resolve());
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 40}\r\n\r\n`);
      const more = () =>
        void (!socket.destroyed && (sent += 65_536) && socket.write(Buffer.alloc(65_536))
          ? setImmediate(more)
          : socket.once('drain', more));
      more();
    });
    const answer = await rawRequest(target, get);
    const into = new PassThrough();
    into.destroy();
    await new Promise((closed) => into.once('close', closed));
    await answer.streamTo(into);
    await left.promise;
    // Only what fits in the buffers is sent, not the whole file.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('refuses a response without headers, and one with endless headers', async () => {
    await expect(rawRequest(await listening((socket) => socket.end('HTTP/1.1 200 OK\r\n')), get)).rejects.toThrow(
      'broke off',
    );
    server.close();
    await expect(rawRequest(await listening((socket) => socket.write('x'.repeat(100_000))), get)).rejects.toThrow(
      'its head is too large',
    );
  });

  it('reports a refused connection by the code of the error', async () => {
    const { port } = await listening(() => undefined);
    await new Promise((done) => server.close(done));
    await expect(rawRequest({ port }, get)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
