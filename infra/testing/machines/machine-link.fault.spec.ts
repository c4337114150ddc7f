/** Links of machines that end while connections through them are in use: in the middle of bytes, in both directions. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex, Transform } from 'node:stream';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import { removeFolder } from '../runner/folder.js';
import { serveTunnel } from '../../../services/computer-agent/src/machine/tunnel.js';
import { MachineLink } from '../../../services/compute/src/machines/machine-link.js';

const ROUNDS = 5;
const CONNECTIONS = 20;
const BYTES = Buffer.alloc(2_000_000, 'x');
const BYTES_PER_MS = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'zo-link-'));
const errors: Error[] = [];
const collect = (error: Error) => void errors.push(error);
let agent: Server;
let websockets: WebSocketServer;

beforeAll(async () => {
  // Such an error ends a service.
  process.on('uncaughtException', collect);
  agent = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.write(BYTES);
  }).listen(join(folder, 'agent.sock'));
  websockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await Promise.all([once(agent, 'listening'), once(websockets, 'listening')]);
});
afterAll(() => {
  process.off('uncaughtException', collect);
  agent.close();
  websockets.close();
  removeFolder(folder);
});

interface Ends {
  readonly machine: WebSocket;
  readonly ours: WebSocket;
}

async function open(
  name: string,
  { line = (near: Duplex) => near, pingMs = undefined as number | undefined } = {},
): Promise<Ends & { link: MachineLink; ended: Promise<void>; path: string }> {
  const machine = new WebSocket(`ws://127.0.0.1:${(websockets.address() as AddressInfo).port}`);
  const [[ours]] = await Promise.all([once(websockets, 'connection') as Promise<[WebSocket]>, once(machine, 'open')]);
  const [far, near] = [machine, ours].map((websocket) =>
    createWebSocketStream(websocket, { allowHalfOpen: false }).on('error', () => websocket.terminate()),
  );
  serveTunnel(far!, join(folder, 'agent.sock'));
  const path = join(folder, `${name}.sock`);
  const link = new MachineLink(line(near!), { socketPath: path }, pingMs);
  const ended = new Promise<void>((resolve) => (link.onEnd = resolve));
  await link.listen();
  return { machine, ours, link, ended, path };
}

/** A connection that sends, and has received something of what it is sent. */
async function use(path: string): Promise<Socket> {
  const socket = connect(path).on('error', () => undefined);
  socket.write(BYTES);
  await once(socket, 'data');
  return socket;
}

it.each([
  ['by the machine', ({ machine }: Ends) => machine.close()],
  ['by us', ({ ours }: Ends) => ours.close()],
  ['without a word', ({ machine }: Ends) => machine.terminate()],
])('PC-02 a link that is ended %s ends no process', async (_how, end) => {
  for (let round = 0; round < ROUNDS; round++) {
    const { ended, path, ...ends } = await open(String(round));
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => use(path)));
    for (const socket of sockets.slice(CONNECTIONS / 2)) socket.destroy();
    end(ends);
    await ended;
    for (const socket of sockets) socket.destroy();
  }
  expect(errors).toEqual([]);
});

it('PC-02 connections that are given up at once end no process', async () => {
  const { link, path } = await open('given-up');
  for (let round = 0; round < ROUNDS; round++) {
    const sockets = Array.from({ length: CONNECTIONS }, () => connect(path).on('error', () => undefined));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.destroy();
  }
  (await use(path)).destroy();
  link.end();
  expect(errors).toEqual([]);
});

it('PC-02 a link on a slow line lives as long as bytes arrive, also when answers wait behind them, and ends after', async () => {
  let isCut = false;
  const slow = new Transform({
    transform: (data: Buffer, _encoding, done) => {
      if (!isCut) setTimeout(done, data.length / BYTES_PER_MS, null, data);
    },
  });
  const line = (near: Duplex) => Duplex.from({ readable: near.pipe(slow), writable: near });
  const { ended, path } = await open('slow', { line, pingMs: 150 });
  const socket = connect(path);
  let received = 0;
  for await (const data of socket as AsyncIterable<Buffer>) if ((received += data.length) === BYTES.length) break;
  expect(received).toBe(BYTES.length);
  isCut = true;
  await ended;
  expect(errors).toEqual([]);
});
