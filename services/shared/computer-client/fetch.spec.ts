import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/service';
import { Computer } from './index.js';

const SIZE = 3 * 1024 * 1024;
const server = createServer(
  (request, response) =>
    void buffer(request).then(
      (content) => response.end(String(content.length)),
      () => undefined,
    ),
);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** A new client each time, which has no token yet. */
const computerAt = () =>
  new Computer({
    computerId: 'one',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    instance: 'one',
    secret: 'a-secret-for-tests-only-0123456789',
  });

async function put(bytes: number): Promise<{ answered: string; counted: number }> {
  const computer = computerAt();
  const body = Readable.from(Array.from({ length: bytes / 65_536 }, () => Buffer.alloc(65_536)));
  let counted = 0;
  body.on('data', (data: Buffer) => (counted += data.length));
  try {
    const answer = await computer.fetch('PUT', '/uploads/one', { headers: { 'content-length': String(SIZE) }, body });
    return { answered: (await buffer(answer)).toString(), counted };
  } finally {
    computer.close();
  }
}

it('UP-06 a body whose bytes are counted arrives complete, even while the first token is being signed', async () => {
  expect(await put(SIZE)).toEqual({ answered: String(SIZE), counted: SIZE });
});

it('UP-06 a body shorter than announced fails at once', async () => {
  await expect(put(SIZE / 2)).rejects.toThrow(`the body has ${SIZE / 2} bytes instead of ${SIZE}`);
});

it('an upload under way finishes when another call closes the computer, and its connection closes then', async () => {
  const computer = computerAt();
  const gate = Promise.withResolvers<void>();
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(65_536);
      await gate.promise;
      yield Buffer.alloc(SIZE - 65_536);
    })(),
  );
  const uploading = computer.fetch('PUT', '/uploads/one', { headers: { 'content-length': String(SIZE) }, body });
  await once(server, 'request');
  computer.close();
  gate.resolve();
  expect((await buffer(await uploading)).toString()).toBe(String(SIZE));
  const connections = promisify(server.getConnections.bind(server));
  await eventually(async () => (await connections()) === 0);
});
