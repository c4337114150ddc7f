import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '@zo/testing';
import { FrameEnds } from './frames.js';
import { SERVICE_RESTART, Tunnels } from './tunnel.js';

const sockets = new WebSocketServer({ noServer: true });
let service: Server;
let door: Server;
let tunnels: Tunnels;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const refused: number[] = [];

beforeAll(async () => {
  service = createServer((_request, response) => response.writeHead(404).end()).on(
    'upgrade',
    (request, socket, head) => {
      if (request.url !== '/live') return void socket.end('HTTP/1.1 409 Refused\r\ncontent-length: 0\r\n\r\n');
      sockets.handleUpgrade(request, socket, head, (browser) => sockets.emit('connection', browser));
    },
  );
  tunnels = new Tunnels();
  door = createServer().on('upgrade', (request, socket, head) => {
    void tunnels
      .pass({ socket, head }, { port: portOf(service), path: request.url, headers: request.headers })
      .then((status) => {
        if (status === 101) return;
        refused.push(status);
        socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
      });
  });
  for (const server of [service, door]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const server of [service, door]) server.close();
  for (const socket of sockets.clients) socket.terminate();
});

const dial = (path = '/live') => new WebSocket(`ws://127.0.0.1:${portOf(door)}${path}`);

describe('a proxied websocket', () => {
  it('LS-03 frame boundaries are found for any chunking of the bytes', () => {
    for (let round = 0; round < 200; round++) {
      const sizes = Array.from(
        { length: 8 },
        () => [0, 1, 125, 126, 127, 65_535, 65_536, randomInt(2_000)][randomInt(8)]!,
      );
      const ends = new Set<number>();
      let length = 0;
      const frames = sizes.map((size) => {
        const masked = randomInt(2) === 1;
        const head =
          size < 126
            ? Buffer.of(0x82, size)
            : size < 65_536
              ? Buffer.from([0x82, 126, size >> 8, size & 0xff])
              : Buffer.from([0x82, 127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 0xff, size & 0xff]);
        if (masked) head[1]! |= 0x80;
        const frame = Buffer.concat([head, masked ? randomBytes(4) : Buffer.alloc(0), Buffer.alloc(size)]);
        ends.add((length += frame.length));
        return frame;
      });
      const bytes = Buffer.concat(frames);
      const found = new FrameEnds();
      const seen = new Set<number>();
      for (let at = 0; at < bytes.length;) {
        const piece = bytes.subarray(at, at + 1 + randomInt(round % 2 === 0 ? 5 : 50_000));
        for (let inside = 0; inside < piece.length;) {
          inside += found.next(piece.subarray(inside));
          if (found.atEnd) seen.add(at + inside);
        }
        at += piece.length;
      }
      expect(seen).toEqual(ends);
    }
  });

  it('D15 a restart closes the connection between two messages, with 1012', async () => {
    sockets.once('connection', (browser: WebSocket) => {
      const timer = setInterval(() => browser.send(randomBytes(200_000)), 1);
      browser.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
    });
    const browser = dial();
    const sizes: number[] = [];
    browser.on('message', (data: Buffer) => sizes.push(data.length));
    const closed = once(browser, 'close');
    await eventually(() => sizes.length > 20);
    await tunnels.restart();
    expect(((await closed) as [number])[0]).toBe(SERVICE_RESTART);
    expect(new Set(sizes)).toEqual(new Set([200_000]));
  });

  it('AU-07 a refusal is passed on, and the last message of either side arrives', async () => {
    const turnedAway = dial('/elsewhere');
    turnedAway.on('error', () => undefined);
    await eventually(() => refused.includes(409));
    sockets.once('connection', (browser: WebSocket) => browser.on('message', () => browser.close(4_000, 'enough')));
    const browser = dial();
    await once(browser, 'open');
    browser.send('hello');
    expect(((await once(browser, 'close')) as [number])[0]).toBe(4_000);
  });
});
