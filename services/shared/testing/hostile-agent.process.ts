/**
 * An agent under the control of its computer: answers every call with the selected behaviour. Runs as its own process.
 */
import { createServer, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { JsSocket } from '@zo/streams';
import { createServer as createRpcServer, type ServerHttp2Stream } from 'node:http2';

const PREFACE = 'PRI * HTTP/2.0';
const BLOCK = Buffer.alloc(64 * 1024, 0x61);
/** Larger than the memory of any test machine; no client may ever read that much. */
const ENDLESS_BYTES = 4 * 1024 ** 3;
const GRPC = { ':status': 200, 'content-type': 'application/grpc+proto' };
const OK = { 'grpc-status': '0' };

let behaviour = 'good';
let sent = 0;

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const envelope = (payload: Buffer, length = payload.length, flags = 0): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, payload]);
};
const headers = (...pairs: [string, string][]) =>
  Buffer.concat(
    pairs.flatMap(([name, value]) => [
      Buffer.of(0, name.length),
      Buffer.from(name),
      Buffer.of(value.length),
      Buffer.from(value),
    ]),
  );
const RESPONSE = headers([':status', '200'], ['content-type', 'application/grpc+proto']);
const SETTINGS = frame(4, 0, 0, Buffer.alloc(0));
/** The stream id of the first call on a connection. */
const FIRST = 1;

/** Writes endlessly, as fast as the other side reads. */
function endless(into: Writable, block: Buffer): void {
  const more = () => {
    while (!into.destroyed && sent < ENDLESS_BYTES) {
      sent += block.length;
      if (!into.write(block)) return void into.once('drain', more);
    }
  };
  more();
}

function good(stream: ServerHttp2Stream): void {
  stream.respond(GRPC, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers(OK));
  stream.end(envelope(Buffer.alloc(0)));
}

function withMessage(stream: ServerHttp2Stream, message: Buffer, more: Record<string, string> = {}): void {
  stream.respond({ ...GRPC, ...more }, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers(OK));
  stream.end(message);
}

/** Behaviours for a valid gRPC call. */
const CALLS: Record<string, (stream: ServerHttp2Stream) => void> = {
  good,
  'call: silent': () => undefined,
  'call: silent behind its headers': (stream) => stream.respond(GRPC),
  'call: one endless message': (stream) => {
    stream.respond(GRPC);
    stream.write(envelope(Buffer.alloc(0), 0xffff_ffff));
    endless(stream, BLOCK);
  },
  'call: endless messages of one byte': (stream) => {
    stream.respond(GRPC);
    endless(stream, Buffer.concat(Array.from({ length: 5_000 }, () => envelope(Buffer.of(0)))));
  },
  'call: endless empty messages': (stream) => {
    stream.respond(GRPC);
    endless(stream, Buffer.concat(Array.from({ length: 5_000 }, () => envelope(Buffer.alloc(0)))));
  },
  'call: a message of half a million elements': (stream) =>
    withMessage(stream, envelope(Buffer.from('0a00'.repeat(500_000), 'hex'))),
  'call: endless messages of many elements': (stream) => {
    stream.respond(GRPC);
    endless(stream, envelope(Buffer.from('0a00'.repeat(999), 'hex')));
  },
  'call: no protobuf': (stream) => withMessage(stream, envelope(Buffer.alloc(1_000, 0xff))),
  'call: a compressed answer': (stream) =>
    withMessage(stream, envelope(Buffer.alloc(1_000, 0x1f), 1_000, 1), { 'grpc-encoding': 'gzip' }),
  'call: half a message': (stream) => {
    stream.respond(GRPC);
    stream.write(envelope(Buffer.alloc(10), 1_000), () => stream.session?.destroy());
  },
  'call: another status': (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    endless(stream, BLOCK);
  },
  'call: an answer after its time': (stream) => {
    setTimeout(() => !stream.destroyed && good(stream), 4_000);
  },
};

/** Behaviours that write raw bytes instead of valid HTTP/2. */
const FRAMES: Record<string, (socket: Socket) => void> = {
  'frames: headers without end': (socket) => {
    socket.write(Buffer.concat([SETTINGS, frame(1, 0, FIRST, RESPONSE)]));
    endless(socket, frame(9, 0, FIRST, headers(...pairs(40, 120))));
  },
  'frames: trailers without end': (socket) => {
    socket.write(
      Buffer.concat([SETTINGS, frame(1, 4, FIRST, RESPONSE), frame(0, 0, FIRST, envelope(Buffer.alloc(0)))]),
    );
    socket.write(frame(1, 1, FIRST, headers(['grpc-status', '0'])));
    endless(socket, frame(9, 0, FIRST, headers(...pairs(40, 120))));
  },
  'frames: a byte of content in a block of padding': (socket) => {
    const byte = frame(0, 8, FIRST, Buffer.concat([Buffer.of(255, 1), Buffer.alloc(255)]));
    const start = frame(0, 0, FIRST, envelope(Buffer.alloc(0), 60_000));
    socket.write(Buffer.concat([SETTINGS, frame(1, 4, FIRST, RESPONSE), start]));
    const priorities = Buffer.concat(
      Array.from({ length: 4_000 }, () => frame(2, 0, FIRST, Buffer.of(0, 0, 0, 0, 15))),
    );
    endless(socket, Buffer.concat([byte, priorities]));
  },
  'frames: pings without end': (socket) => {
    socket.write(SETTINGS);
    endless(socket, Buffer.concat(Array.from({ length: 1_000 }, () => frame(6, 0, 0, Buffer.alloc(8)))));
  },
  'frames: HTTP/1.1': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/grpc+proto\r\n\r\n');
    endless(socket, BLOCK);
  },
  'frames: noise': (socket) => endless(socket, Buffer.from('0123456789abcdef'.repeat(1_000))),
  'frames: hangs up': (socket) => void socket.destroy(),
};
const pairs = (count: number, length: number) =>
  Array.from({ length: count }, (_none, index): [string, string] => [`x-${index}`, 'v'.repeat(length)]);

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const endlessAfter =
  (...lines: string[]) =>
  (socket: Socket) => {
    socket.write(head(...lines));
    endless(socket, BLOCK);
  };

/** Behaviours for HTTP/1.1 requests. */
const BYTES: Record<string, (socket: Socket) => void> = {
  'bytes: silent': () => undefined,
  'bytes: endless, of no length': endlessAfter('HTTP/1.1 200 OK'),
  'bytes: endless, in chunks': (socket) => {
    socket.write(head('HTTP/1.1 200 OK', 'transfer-encoding: chunked'));
    endless(socket, Buffer.concat([Buffer.from(`${BLOCK.length.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')]));
  },
  'bytes: endless, in chunks of one byte': (socket) => {
    socket.write(head('HTTP/1.1 500 X', 'transfer-encoding: chunked'));
    endless(socket, Buffer.from('1\r\na\r\n'.repeat(1_000)));
  },
  'bytes: an error that has no end': endlessAfter('HTTP/1.1 500 X', `content-length: ${2 ** 49}`),
  'bytes: an error in endless chunks': (socket) => {
    socket.write(head('HTTP/1.1 404 X', 'transfer-encoding: chunked'));
    endless(socket, Buffer.concat([Buffer.from(`${BLOCK.length.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')]));
  },
  'bytes: headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    endless(socket, Buffer.from('x-more: aaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_000)));
  },
  'bytes: one header without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-more: ');
    endless(socket, BLOCK);
  },
  'bytes: fewer than promised': (socket) => socket.end(`${head('HTTP/1.1 200 OK', 'content-length: 1000')}only`),
  'bytes: more than promised': endlessAfter('HTTP/1.1 200 OK', 'content-length: 4'),
  'bytes: a negative length': endlessAfter('HTTP/1.1 200 OK', 'content-length: -5'),
  'bytes: a length that is no number': endlessAfter('HTTP/1.1 200 OK', 'content-length: many'),
  'bytes: stops in the middle': (socket) => void socket.write(`${head('HTTP/1.1 200 OK', 'content-length: 1000')}half`),
  'bytes: another version': endlessAfter('HTTP/3.7 200 OK', 'content-length: 10'),
  'bytes: no HTTP': (socket) => endless(socket, BLOCK),
  'bytes: an invalid status': endlessAfter('HTTP/1.1 099 X', 'content-length: 10'),
  'bytes: continues and continues': (socket) =>
    endless(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(500))),
  'bytes: switches protocols': endlessAfter('HTTP/1.1 101 X', 'connection: upgrade', 'upgrade: websocket'),
  'bytes: a header that breaks ours': (socket) =>
    socket.end(`${head('HTTP/1.1 200 OK', 'content-length: 2', 'etag: "a\u0001\u0000b"')}ok`),
  'bytes: hangs up': (socket) => void socket.destroy(),
};

const rpc = createRpcServer({ settings: { initialWindowSize: 1024 ** 2 } });
rpc.on('stream', (stream) => {
  stream.on('error', () => undefined);
  process.send?.({ requested: true });
  (CALLS[behaviour] ?? good)(stream);
});
rpc.on('sessionError', () => undefined);

const PREFACE_BYTES = 24;
const HEADERS_TYPE = 1;

/** Returns true once the first call has arrived: its stream can be answered from then on. */
function hasCall(received: Buffer): boolean {
  for (let at = PREFACE_BYTES; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3))
    if (received[at + 3] === HEADERS_TYPE) return true;
  return false;
}

function playFrames(socket: Socket, first: Buffer, play: (socket: Socket) => void): void {
  let received = first;
  const check = (data: Buffer) => {
    received = Buffer.concat([received, data]);
    if (!hasCall(received)) return;
    socket.off('data', check).resume();
    play(socket);
  };
  socket.on('data', check);
  check(Buffer.alloc(0));
}

const open = new Set<Socket>();
const server = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  socket.once('readable', () => {
    const first = socket.read() as Buffer | null;
    if (!first) return;
    const isRpc = first.toString('latin1').startsWith(PREFACE);
    const frames = FRAMES[behaviour];
    if (isRpc && !frames) {
      socket.unshift(first);
      return void rpc.emit('connection', new JsSocket(socket));
    }
    process.send?.({ requested: true });
    if (isRpc) return playFrames(socket, first, frames!);
    socket.resume();
    (BYTES[behaviour] ?? BYTES['bytes: hangs up'])!(socket);
  });
});

process.on('message', ({ play }: { play?: string }) => {
  if (play !== undefined) {
    behaviour = play;
    sent = 0;
    // Connections opened under the previous behaviour are closed.
    for (const socket of open) socket.destroy();
  }
  process.send?.({ sent });
});
process.on('disconnect', () => process.exit(0));
server.listen(process.argv[2], () =>
  process.send?.({
    behaviours: [CALLS, FRAMES, BYTES].map((table) => Object.keys(table).filter((name) => name !== 'good')),
  }),
);
