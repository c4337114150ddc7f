/**
 * Calls an agent that keeps sending frames after a protocol error, and collects garbage. Exits with 0 unless the
 * process is aborted. Agent and client share the process, because then many of the frames have arrived before the first
 * is read. Argument: the kind of frames.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { dial, JsSocket } from './index.js';

const CALLS = 100;
const BLOCKS = 3000;

const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const PING = 6;
const CONTINUATION = 9;

const frame = (type: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const header = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.of(0, name.length), Buffer.from(name), Buffer.of(value.length), Buffer.from(value)]);
const times = (count: number, block: Buffer): Buffer => Buffer.concat(Array<Buffer>(count).fill(block));

/** After headers without their end, any frame but a continuation is a protocol error, and so are many continuations. */
const UNFINISHED = Buffer.concat([
  frame(SETTINGS, 0, Buffer.alloc(0)),
  frame(HEADERS, 1, Buffer.concat([header(':status', '200'), times(20, header('x-more', 'v'.repeat(100)))])),
]);
const FLOODS: Record<string, Buffer> = {
  pings: times(300, frame(PING, 0, Buffer.alloc(8))),
  content: times(300, frame(DATA, 1, Buffer.alloc(8))),
  headers: frame(CONTINUATION, 1, times(40, header('x-more', 'v'.repeat(120)))),
};
const flood = FLOODS[process.argv[2]!]!;

const agent = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', () => setTimeout(() => sendFlood(socket), 2));
  socket.resume();
});
function sendFlood(socket: Socket): void {
  socket.write(UNFINISHED);
  for (let block = 0; block < BLOCKS; block++) socket.write(flood);
}
await once(agent.listen(0, '127.0.0.1'), 'listening');
const { port } = agent.address() as AddressInfo;

for (let call = 0; call < CALLS; call++) {
  const session = connect('http://agent', { createConnection: () => new JsSocket(dial({ port })) });
  const closed = new Promise((resolve) => session.once('close', resolve));
  session.on('error', () => undefined);
  const stream = session.request({ ':path': '/agent.v1.FileService/Read' });
  stream.on('error', () => undefined).on('close', () => session.destroy());
  stream.end();
  await closed;
  if (call % 10 === 0) globalThis.gc!();
}
await delay(100);
globalThis.gc!();
process.exit(0);
