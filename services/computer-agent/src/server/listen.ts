import fs from 'node:fs';
import http2 from 'node:http2';
import net, { type Socket } from 'node:net';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import type { Computer } from './computer.js';
import { http1Server } from './http1.js';
import { answering, routes } from './routes.js';
import { type Guard, guardOf } from './token.js';

const PREFACE = Buffer.from('PRI ');
const FIRST_BYTES_MS = 10_000;
const MAX_MESSAGE = 80 * 1024 * 1024;
const WINDOW = 4 * 1024 * 1024;

function http2Server(computer: Computer, allowed: Guard): http2.Http2Server {
  const answer = connectNodeAdapter({
    routes: (router) => routes(router, computer),
    interceptors: [answering(computer)],
    readMaxBytes: MAX_MESSAGE,
    writeMaxBytes: MAX_MESSAGE,
    grpcWeb: false,
  });
  const server = http2.createServer(
    { settings: { initialWindowSize: WINDOW, maxConcurrentStreams: 1_000 } },
    (request, response) => {
      void allowed(request.headers.authorization).then((isAllowed) =>
        isAllowed ? answer(request, response) : response.writeHead(401).end(),
      );
    },
  );
  server.on('session', (session) => session.setLocalWindowSize(2 * WINDOW));
  server.on('sessionError', () => undefined);
  return server;
}

/** One socket for both protocols: the first bytes decide which server gets the connection. */
export function listen(computer: Computer): Promise<net.Server> {
  const allowed = guardOf(computer.config);
  const rpc = http2Server(computer, allowed);
  const bytes = http1Server(computer, allowed);
  const server = net.createServer({ noDelay: true }, (socket) => choose(socket, rpc, bytes));
  const { socket, port } = computer.config;
  if (socket) fs.rmSync(socket, { force: true });
  return new Promise((done, fail) => {
    server.once('error', fail);
    const ready = () => {
      if (socket) fs.chmodSync(socket, 0o600);
      done(server);
    };
    if (socket) server.listen(socket, ready);
    else server.listen(port, ready);
  });
}

function choose(socket: Socket, rpc: http2.Http2Server, bytes: net.Server): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(FIRST_BYTES_MS, () => socket.destroy());
  let first = Buffer.alloc(0);
  const look = () => {
    for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null)
      first = Buffer.concat([first, chunk]);
    const compared = Math.min(first.length, PREFACE.length);
    const mayBeRpc = first.subarray(0, compared).equals(PREFACE.subarray(0, compared));
    if (first.length === 0 || (mayBeRpc && compared < PREFACE.length)) return;
    socket.off('readable', look);
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    (mayBeRpc ? rpc : bytes).emit('connection', socket);
  };
  socket.on('readable', look);
}
