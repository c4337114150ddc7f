import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { receiveBackup, sendBackup } from '../backup/backup.js';
import { sendBytes } from '../bytes/bytes.js';
import { sendVersion } from '../history/send-version.js';
import { sendZip } from '../bytes/zip.js';
import { detailOf, agentError, statusOf, toError } from '../errors.js';
import { dial, parsePort } from '../net/dial.js';
import { attach } from '../terminals/attach.js';
import { toJson } from '@bufbuild/protobuf';
import { Code, type ConnectError } from '@connectrpc/connect';
import { AgentErrorSchema, ErrorReason } from '@zo/proto/agent/v1';
import type { Computer } from './computer.js';
import { assertAllowed } from './read-only.js';
import type { Guard } from './token.js';

const codeName = (error: ConnectError) =>
  (Code[error.code] ?? 'Unknown').replace(/(?<=.)([A-Z])/g, '_$1').toLowerCase();

function answerJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

/** Sends an error; if the response has begun, only a cut connection can tell the client. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const answer = toError(error);
  // The rest of a refused body is not read: the connection ends with the response.
  if (!request.complete) response.setHeader('connection', 'close');
  const detail = toJson(AgentErrorSchema, detailOf(answer));
  answerJson(response, statusOf(answer), { code: codeName(answer), message: answer.rawMessage, error: detail });
}

async function handle(computer: Computer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  computer.activity.assertOpen();
  computer.activity.touch();
  const { method = '', url = '' } = request;
  const { pathname, searchParams } = new URL(url, 'http://agent');
  assertAllowed(computer.config, `${method} ${pathname}`);
  if (url.startsWith('/bytes/') && (method === 'GET' || method === 'HEAD'))
    return sendBytes(computer.home, request, response);
  if (url.startsWith('/versions/') && (method === 'GET' || method === 'HEAD'))
    return sendVersion(computer.history, request, response);
  if (url.startsWith('/thumbs/') && method === 'GET') return computer.thumbs.send(request, response);
  const [, upload, isHeld] = /^\/uploads\/([^/]+)(\/held)?$/.exec(pathname) ?? [];
  if (upload !== undefined && method === 'PUT') {
    const [offset, bytes] = ['offset', 'bytes'].map((name) => Number(searchParams.get(name) ?? 'x')) as [
      number,
      number,
    ];
    if (!isHeld) return answerJson(response, 200, await computer.uploads.put(upload, offset, request));
    const written = await computer.uploads.hold(upload, { offset, bytes }, { request, response });
    return void response.end(written && JSON.stringify(written));
  }
  if (pathname === '/zip' && method === 'POST') return sendZip(computer.home, request, response);
  if (pathname === '/backup' && method === 'GET')
    return computer.history.duringBackup(() => sendBackup(computer.home, response));
  if (pathname === '/restore' && method === 'PUT')
    return answerJson(response, 200, await computer.history.duringRestore(() => receiveBackup(computer.home, request)));
  throw agentError(ErrorReason.NOT_FOUND, 'There is nothing at this address.');
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function upgrade(
  computer: Computer,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://agent');
  const [, kind, name = '', ...rest] = pathname.split('/');
  const protocol = request.headers.upgrade?.toLowerCase();
  try {
    computer.activity.assertOpen();
    computer.activity.touch();
    if (kind === 'dial' && protocol === 'tcp' && rest.length === 0) {
      const port = parsePort(name);
      return port ? dial(port, { socket, head }) : refuseUpgrade(socket, '400 Bad Request');
    }
    // A trailing /attach is accepted, so that the public address can be forwarded unchanged.
    if (kind === 'terminals' && protocol === 'websocket' && (rest.length === 0 || rest.join('/') === 'attach')) {
      const from = searchParams.get('from');
      const view = {
        from: from === null || !/^\d+$/.test(from) ? null : Number(from),
        beatMs: computer.config.viewerBeatMs,
      };
      return attach(computer.terminals.get(name), view, { request, socket, head });
    }
    refuseUpgrade(socket, '404 Not Found');
  } catch (error) {
    refuseUpgrade(socket, `${statusOf(toError(error))} Refused`);
  }
}

/** Bytes, zips, backups, uploads, terminals and ports: everything that is not RPC. */
export function http1Server(computer: Computer, allowed: Guard): http.Server {
  const server = http.createServer(
    { requestTimeout: 0, keepAliveTimeout: 60_000, highWaterMark: 256 * 1024, noDelay: true },
    (request, response) => {
      const answer = async () => {
        if (!(await allowed(request.headers.authorization)))
          throw agentError(ErrorReason.UNAUTHENTICATED, 'Not allowed.');
        await handle(computer, request, response);
      };
      answer().catch((error: unknown) => fail(request, response, error));
    },
  );
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    void allowed(request.headers.authorization).then((isAllowed) =>
      isAllowed ? upgrade(computer, request, { socket, head }) : refuseUpgrade(socket, '401 Unauthorized'),
    );
  });
  return server;
}
