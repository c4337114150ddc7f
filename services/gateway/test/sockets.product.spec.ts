import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';

const NONCE_MS = 30_000;
let product: Product;
let people: Person[];
let ada: Person;
let early: { url: string; at: number };
let services: number | undefined;
let turn = 0;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  early = { url: await ada.socketUrl('/api/ws'), at: performance.now() };
  // Each session may request thirty tickets a minute.
  people = [ada, await Person.signIn(product, 'ada'), await Person.signIn(product, 'ada')];
  await ada.json('/api/read-fs', { root: 'w', slug: [] });
  services = product.pids('services.mjs')[0];
});
afterAll(() => product.stop());

/** The status of an upgrade: 101, or that of the refusal. */
async function dial(change: (url: URL, headers: Record<string, string>) => void): Promise<number> {
  const person = people[turn++ % people.length]!;
  const url = new URL(await person.socketUrl('/api/ws'));
  const headers: Record<string, string> = { cookie: person.cookie, origin: product.url };
  change(url, headers);
  const { origin, ...rest } = headers;
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { ...(origin !== undefined && { origin }), headers: rest });
    socket
      .once('open', () => (socket.terminate(), resolve(101)))
      .once('unexpected-response', (_request, answer) => (answer.destroy(), resolve(answer.statusCode ?? 0)))
      .on('error', () => resolve(0));
  });
}

/** An open socket below the level of messages, whose frames the test writes itself. */
async function open(path = '/api/ws'): Promise<{ socket: Socket; closed: Promise<number>; text: () => string }> {
  const person = people[turn++ % people.length]!;
  const url = new URL(await person.socketUrl(path));
  const socket = connect(product.port, '127.0.0.1');
  socket.write(
    [
      `GET ${url.pathname}${url.search} HTTP/1.1`,
      `host: localhost:${product.port}`,
      `origin: ${product.url}`,
      `cookie: ${person.cookie}`,
      'upgrade: websocket',
      'connection: Upgrade',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  let seen = Buffer.alloc(0);
  const closed = new Promise<number>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve(0));
    socket.on('data', (data: Buffer) => {
      seen = Buffer.concat([seen, data]).subarray(-70_000);
      // The close frame tells the reason: 0x88, its length, the code. The test has nothing more to send then.
      for (let at = 0; at < seen.length - 3; at++) {
        const code = seen.readUInt16BE(at + 2);
        if (seen[at] === 0x88 && code >= 1000 && code < 1016) resolve((socket.destroy(), code));
      }
    });
  });
  await eventually(() => seen.includes('101 Switching'));
  return { socket, closed, text: () => seen.toString('latin1') };
}

/** A masked client frame. */
function frame(opcode: number, payload: Buffer, { fin = true, compressed = false, mask = true } = {}): Buffer {
  const first = (fin ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode;
  const length =
    payload.length < 126
      ? Buffer.from([(mask ? 0x80 : 0) | payload.length])
      : Buffer.concat([
          Buffer.from([(mask ? 0x80 : 0) | 127]),
          Buffer.from(BigInt(payload.length).toString(16).padStart(16, '0'), 'hex'),
        ]);
  return Buffer.concat([Buffer.from([first]), length, mask ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}
const PING = frame(1, Buffer.from('{"type":"ping"}'));

describe('websockets', () => {
  it.each<[string, (url: URL, headers: Record<string, string>) => void, number[]]>([
    ['nothing wrong', () => undefined, [101]],
    ['no origin', (_url, headers) => void delete headers['origin'], [403]],
    ['the origin null', (_url, headers) => void (headers['origin'] = 'null'), [403]],
    ['a foreign origin', (_url, headers) => void (headers['origin'] = 'http://evil.example'), [403]],
    [
      'an origin that ends like ours',
      (_url, headers) => void (headers['origin'] = `http://evil-localhost:${product.port}`),
      [403],
    ],
    [
      'an origin that begins like ours',
      (_url, headers) => void (headers['origin'] = `${product.url}.evil.example`),
      [403],
    ],
    ['an origin of another port', (_url, headers) => void (headers['origin'] = 'http://localhost:1'), [403]],
    ['an origin that is no address', (_url, headers) => void (headers['origin'] = 'localhost'), [403]],
    ['no ticket', (url) => url.searchParams.delete('nonce'), [401]],
    ['an empty ticket', (url) => url.searchParams.set('nonce', ''), [401]],
    [
      'a ticket in capitals',
      (url) => url.searchParams.set('nonce', url.searchParams.get('nonce')!.toUpperCase()),
      [401],
    ],
    ['two tickets', (url) => url.searchParams.append('nonce', 'x'), [401]],
    [
      'the ticket in a header',
      (url, headers) => {
        headers['x-nonce'] = headers['sec-websocket-protocol'] = url.searchParams.get('nonce')!;
        url.searchParams.delete('nonce');
      },
      [401],
    ],
    ['a ticket and no session', (_url, headers) => void delete headers['cookie'], [401]],
    [
      'a ticket of another session',
      (_url, headers) => void (headers['cookie'] = people.find(({ cookie }) => cookie !== headers['cookie'])!.cookie),
      [401],
    ],
    ['another host', (_url, headers) => void (headers['host'] = 'evil.example'), [421]],
    ['a place before the beginning', (url) => url.searchParams.set('since', '-1'), [400]],
    ['a place that is no number', (url) => url.searchParams.set('since', '1e999'), [400]],
    ['an epoch without end', (url) => url.searchParams.set('epoch', 'x'.repeat(10_000)), [400, 431]],
    ['an unknown path', (url) => void (url.pathname = '/api/nothing'), [404]],
    ['another user id in the query', (url) => url.searchParams.set('user_id', crypto.randomUUID()), [101]],
  ])('AU-07 S8 an upgrade with %s', async (_what, change, wanted) => {
    expect(wanted).toContain(await dial(change));
  });

  it.each<[string, () => Buffer[], number[]]>([
    ['a frame of a megabyte', () => [frame(1, Buffer.alloc(1_000_000, 0x20))], [1009]],
    [
      'a frame that says it is huge',
      () => [Buffer.concat([Buffer.from([0x81, 0xff]), Buffer.from('7fffffffffffffff', 'hex'), Buffer.alloc(4)])],
      [1009],
    ],
    [
      'a message in fragments without end',
      () => [
        frame(1, Buffer.alloc(1_000), { fin: false }),
        ...Array.from({ length: 100 }, () => frame(0, Buffer.alloc(1_000, 0x20), { fin: false })),
      ],
      [1009],
    ],
    [
      'a compression bomb',
      () => [frame(1, deflateRawSync(Buffer.alloc(20_000_000)), { compressed: true })],
      [1002, 1009],
    ],
    ['bytes that are no UTF-8', () => [frame(1, Buffer.from([0xff, 0xfe]))], [1007]],
    ['a frame without a mask', () => [frame(1, Buffer.from('{}'), { mask: false })], [1002]],
    ['an unknown opcode', () => [frame(5, Buffer.from('x'))], [1002]],
    ['a ping of a kilobyte', () => [frame(9, Buffer.alloc(1_000))], [1002]],
    ['an unknown type', () => [frame(1, Buffer.from('{"type":"subscribe","workspace":"x"}'))], [1008]],
    [
      'an fs_event of its own',
      () => [frame(1, Buffer.from('{"type":"fs_event","payload":{"relativePath":"../x"}}'))],
      [1008],
    ],
    ['what is no JSON', () => [frame(1, Buffer.from('hello'))], [1008]],
    ['a ping with more in it', () => [frame(1, Buffer.from('{"type":"ping","__proto__":{"x":1},"y":2}'))], [1008]],
    ['bytes instead of text', () => [frame(2, Buffer.from('{"type":"ping"}'))], [1008]],
    ['ten thousand levels', () => [frame(1, Buffer.from('['.repeat(10_000)))], [1008]],
    [
      'a hundred thousand tiny messages',
      () => Array.from({ length: 100 }, () => Buffer.concat(Array.from({ length: 1_000 }, () => PING))),
      [1008],
    ],
  ])('LS-01 S13 a socket with %s is closed with the right code', async (_what, make, wanted) => {
    const { socket, closed } = await open();
    for (const part of make()) socket.write(part);
    expect(wanted).toContain(await closed);
  });

  it('LS-01 a flood of pings is tolerated, and others are served meanwhile', async () => {
    const { socket, closed } = await open();
    const flood = Buffer.concat(Array.from({ length: 10_000 }, () => frame(9, Buffer.from('x'))));
    for (let n = 0; n < 10; n++) socket.write(flood);
    expect((await ada.fetch('/api/auth/me')).status).toBe(200);
    socket.destroy();
    await closed;
  });

  it.each(['{"type":"resize","cols":-1,"rows":1e9}', '{"type":"ack","seq":-5}', '{"type":"evil"}', '{', '"x"'])(
    'CH-08 a terminal that is sent %s goes on, or closes the socket and stays running',
    async (nonsense) => {
      const { id } = await ada.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
      const { socket, closed, text } = await open(`/api/terminals/${id}/attach?from=0`);
      socket.write(frame(1, Buffer.from(nonsense)));
      socket.write(frame(2, Buffer.from('echo al$((1+1))ve\r')));
      const ended = await Promise.race([closed, eventually(() => text().includes('al2ve') && 'alive')]);
      expect(['alive', 1002, 1003, 1007, 1008]).toContain(ended);
      socket.destroy();
      const { terminals } = await ada.json<{ terminals: { id: string; running: boolean }[] }>('/api/terminals');
      expect(terminals.find((terminal) => terminal.id === id)).toMatchObject({ running: true });
      await ada.fetch(`/api/terminals/${id}`, { method: 'DELETE' });
    },
  );

  it('AU-07 an unused ticket expires after thirty seconds, and no process ended in this suite', async () => {
    await eventually(() => performance.now() - early.at > NONCE_MS + 500, NONCE_MS + 2_000);
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(early.url, { origin: product.url, headers: { cookie: ada.cookie } });
      socket
        .once('open', () => resolve(101))
        .once('unexpected-response', (_request, answer) => (answer.destroy(), resolve(answer.statusCode)))
        .on('error', () => resolve(0));
    });
    expect(status).toBe(401);
    expect(product.pids('services.mjs')[0]).toBe(services);
  });
});
