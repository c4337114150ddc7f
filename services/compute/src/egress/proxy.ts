import { isAllowedAddress, publicLookup } from '@zo/outbound';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';

const MAX_CONNECTIONS = 256;
const CONNECT_MS = 15_000;
const IDLE_MS = 10 * 60_000;
/** The product sends mail, never a computer itself: mail servers would treat it as spam. */
const CLOSED_PORTS = new Set([25]);
const HOP_HEADERS = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface EgressRules {
  /** Whether an address given as a number may be reached. */
  readonly allowed?: (address: string) => boolean | Promise<boolean>;
  /** Resolves a name once, to allowed addresses only; the connection goes to exactly one of them. */
  readonly lookup?: LookupFunction;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/** Parses the `host:port` or `[v6]:port` of a CONNECT; null when it is malformed. */
export function parseTarget(text: string): Target | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/?#@\s]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? '';
  const port = Number(match?.[3]);
  return host !== '' && port >= 1 && port <= 65_535 ? { host, port } : null;
}

/** An HTTP proxy to the public internet only: it reaches no address of this machine, its network or its cloud. */
export function egressProxy({ allowed = isAllowedAddress, lookup = publicLookup }: EgressRules = {}): Server {
  const permitted = async ({ host, port }: Target) =>
    !CLOSED_PORTS.has(port) && (isIP(host) === 0 || (await allowed(host)));
  const server = createServer((request, response) => void forward(request, response, { permitted, lookup }));
  server.maxConnections = MAX_CONNECTIONS;
  server.on(
    'connect',
    (request, socket, head) => void tunnel(parseTarget(request.url ?? ''), { socket, head }, { permitted, lookup }),
  );
  return server;
}

interface Route {
  readonly permitted: (target: Target) => Promise<boolean>;
  readonly lookup: LookupFunction;
}

async function tunnel(
  target: Target | null,
  { socket, head }: { socket: Duplex; head: Buffer },
  { permitted, lookup }: Route,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const refuse = (status: string) =>
    void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  if (!target) return refuse('400 Bad Request');
  if (!(await permitted(target))) return refuse('403 Not on the public internet');
  if (socket.destroyed) return;
  const upstream = connect({ host: target.host, port: target.port, lookup, noDelay: true });
  const timer = setTimeout(() => upstream.destroy(new Error('too slow')), CONNECT_MS);
  let connected = false;
  upstream.once('connect', () => {
    connected = true;
    clearTimeout(timer);
    upstream.setTimeout(IDLE_MS, () => upstream.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once('error', (error) => (connected ? socket.destroy() : refuse(statusFor(error))));
  upstream.once('close', () => clearTimeout(timer));
  socket.once('close', () => upstream.destroy());
}

const statusFor = (error: Error) =>
  (error as { code?: string }).code === 'outbound.forbidden' ? '403 Not on the public internet' : '502 Bad Gateway';

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { permitted, lookup }: Route,
): Promise<void> {
  const fail = (status: number) =>
    response.headersSent ? response.destroy() : response.writeHead(status, { connection: 'close' }).end();
  if (!URL.canParse(request.url ?? '') || !/^http:/i.test(request.url ?? '')) return void fail(400);
  const url = new URL(request.url ?? '');
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
  if (!(await permitted(target))) return void fail(403);
  if (response.destroyed) return;
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.has(name)));
  const upstream = httpRequest({
    ...target,
    lookup,
    agent: false,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    timeout: IDLE_MS,
  });
  upstream.once('response', (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.once('timeout', () => upstream.destroy());
  upstream.once('error', (error) => fail(statusFor(error).startsWith('403') ? 403 : 502));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}
