import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { SessionService } from '@zo/proto/accounts/v1';
import { eventually } from '@zo/testing/eventually';
import { SilentRelay } from '@zo/testing/silent-relay';
import { BoundedSessions } from './bounded-sessions.js';
import { wholeMessages } from './response-limits.js';
import { serviceTransport, toRpcErrors } from './index.js';
import { Sessions } from './sessions.js';

let service: Http2Server;
let line: SilentRelay;
let client: Client<typeof SessionService>;
let answered = 0;
/** What the service does with a call instead of responding to it. */
let instead: ((stream: ServerHttp2Stream) => void) | undefined;

beforeEach(async () => {
  answered = 0;
  const resolve = ({ cookie }: { cookie: string }) => {
    if (cookie === 'busy') throw new Error('timeout exceeded when trying to connect');
    return { sessionId: '', userId: '', handle: `ada-${++answered}`, owner: false };
  };
  const answer = connectNodeAdapter({
    interceptors: [toRpcErrors],
    routes: (router) => router.service(SessionService, { resolve }),
  });
  service = createServer((request, response) => {
    const does = instead;
    instead = undefined;
    return does ? does(request.stream) : answer(request, response);
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  line = await SilentRelay.open(
    { port: 0, host: '127.0.0.1' },
    { port: (service.address() as AddressInfo).port, host: '127.0.0.1' },
  );
  client = createClient(SessionService, serviceTransport('elsewhere', `http://127.0.0.1:${line.port}`));
});
afterEach(async () => {
  await line.close();
  service.close();
});

const handle = async () => (await client.resolve({ cookie: 'x' })).handle;

it('D15 calls waiting for a lost machine, and later ones, reach the service over a new connection', async () => {
  expect(await handle()).toBe('ada-1');
  line.goSilent();
  const asked = performance.now();
  expect((await Promise.all([handle(), handle()])).sort()).toEqual(['ada-2', 'ada-3']);
  console.log(`answered by another connection after ${Math.round(performance.now() - asked)} ms`);
  expect([line.connections, await handle()]).toEqual([2, 'ada-4']);
});

it('D15 a service that gets no connection to its database says that it is not available', async () => {
  const error: unknown = await client.resolve({ cookie: 'busy' }).catch((failure: unknown) => failure);
  const { code, rawMessage } = ConnectError.from(error);
  expect([code, rawMessage]).toEqual([Code.Unavailable, expect.stringContaining('The database is not answering.')]);
});

it.each<[string, (stream: ServerHttp2Stream) => void]>([
  ['before it looked at the call', (stream) => stream.close()],
  [
    'in the middle of its answer',
    (stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' });
      stream.end();
    },
  ],
  ['together with its connection', (stream) => stream.session!.destroy()],
])('D15 a call is retried if the service ends %s', async (_when, does) => {
  expect(await handle()).toBe('ada-1');
  instead = does;
  expect(await handle()).toBe('ada-2');
});

it('a response is read that has arrived whole before anybody reads it', async () => {
  const sessions = new Sessions(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, {});
  instead = (stream) => {
    stream.respond({ ':status': 200 });
    stream.end('content');
  };
  const stream = await sessions.request('POST', '/service/method', {}, {});
  stream.end();
  await eventually(() => stream.closed);
  expect(await text(stream)).toBe('content');
  sessions.close();
});

it.each(['unix:/nowhere/agent.sock', 'http://255.255.255.255:7070', 'http://127.0.0.1:1'])(
  'a call to a computer at %s, where nobody listens, fails as its connection does',
  async (address) => {
    const limits = { messageBytes: 1, fields: 1, messages: 1, totalBytes: 1, timeMs: 20_000, group: '', atOnce: 1 };
    const sessions = new BoundedSessions(address, { limits: () => limits, pingMs: 20_000 });
    const call = async () => {
      const stream = await sessions.request('POST', '/agent.v1.FileService/Read', {}, {});
      stream.on('error', () => undefined).end();
      await text(stream);
    };
    await expect(call()).rejects.toMatchObject({ syscall: 'connect' });
    await expect(call()).rejects.toMatchObject({ syscall: 'connect' });
  },
);

it('PC-03 other work continues between the messages of one chunk', async () => {
  const limits = { messageBytes: 1, fields: 1, messages: 20_000, totalBytes: 1, timeMs: 1, group: '', atOnce: 1 };
  const chunk = Buffer.alloc(5 * limits.messages);
  let turns = 0;
  const turn = () => {
    turns++;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  let messages = 0;
  const source = (async function* () {
    yield chunk;
  })();
  for await (const _message of wholeMessages(source, limits)) messages++;
  clearImmediate(immediate);
  expect(messages).toBe(limits.messages);
  expect(turns).toBeGreaterThan(limits.messages / 100);
});

describe('PC-03 the fields of a message', () => {
  const limits = { messageBytes: 2e6, fields: 100, messages: 1, totalBytes: 2e6, timeMs: 1, group: '', atOnce: 1 };
  /** Field 1 as bytes, field 2 as a number, field 3 of 64 bits, field 4 of 32 bits. */
  const message = Buffer.from('0a03ffffff1080801019000000000000000025000000000a00', 'hex');
  const read = async (content: Buffer, chunkBytes: number) => {
    let taken = 0;
    const head = Buffer.alloc(5);
    head.writeUInt32BE(content.length, 1);
    const whole = Buffer.concat([head, content]);
    const source = (async function* () {
      for (; taken < whole.length; taken += chunkBytes) yield whole.subarray(taken, taken + chunkBytes);
    })();
    for await (const _message of wholeMessages(source, limits));
    return taken;
  };

  it.each([1, 2, 3, 7, 100_000])('are counted in chunks of %i bytes', async (chunkBytes) => {
    await expect(read(Buffer.concat(Array.from({ length: 20 }, () => message)), chunkBytes)).resolves.toBeDefined();
    await expect(read(Buffer.concat(Array.from({ length: 21 }, () => message)), chunkBytes)).rejects.toThrow(
      'too many elements',
    );
  });

  it('are refused before the message has arrived', async () => {
    const endless = Buffer.from('0a00'.repeat(500_000), 'hex');
    let taken = 0;
    const source = (async function* () {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(endless.length, 1);
      yield head;
      for (; taken < endless.length; taken += 1_000) yield endless.subarray(taken, taken + 1_000);
    })();
    const all = async () => {
      for await (const _message of wholeMessages(source, limits));
    };
    await expect(all()).rejects.toThrow('too many elements');
    expect(taken).toBeLessThan(1_000);
  });

  it('end at a number without end', async () => {
    await expect(read(Buffer.alloc(100_000, 0x80), 1_000)).resolves.toBeDefined();
  });
});
