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
import { type Credentials, credentialsOf, type Meter } from './record.js';

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

interface EgressOptions extends EgressRules {
  /** Whether a host may be reached at all; asked before anything is resolved. */
  readonly permits?: (host: string) => boolean;
  /** Counts a connection to a host, with the credentials that the program gave. */
  readonly meter?: (host: string, credentials: Credentials | undefined) => Meter;
  /** Whether programs that give credentials only when asked are asked. */
  readonly wantsNames?: () => boolean;
}

const UNCOUNTED: Meter = { in: () => undefined, out: () => undefined, refused: () => undefined };
/** git has credentials, and gives them only after a refusal. */
const GIVES_WHEN_ASKED = /^git\//;
const ASK = 'Basic realm="computer"';

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
export function egressProxy({
  allowed = isAllowedAddress,
  lookup = publicLookup,
  permits = () => true,
  meter = () => UNCOUNTED,
  wantsNames = () => false,
}: EgressOptions = {}): Server {
  const route: Route = {
    lookup,
    permitted: async ({ host, port }) =>
      permits(host) && !CLOSED_PORTS.has(port) && (isIP(host) === 0 || (await allowed(host))),
    meter: ({ host }, { headers }) => meter(host, credentialsOf(headers['proxy-authorization'])),
    asks: ({ headers }) =>
      headers['proxy-authorization'] === undefined &&
      GIVES_WHEN_ASKED.test(headers['user-agent'] ?? '') &&
      wantsNames(),
  };
  const server = createServer((request, response) => {
    forward(request, response, route).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request, socket, head) => {
    tunnel(request, { socket, head }, route).catch(() => socket.destroy());
  });
  return server;
}

interface Route {
  readonly permitted: (target: Target) => Promise<boolean>;
  readonly lookup: LookupFunction;
  readonly meter: (target: Target, request: IncomingMessage) => Meter;
  readonly asks: (request: IncomingMessage) => boolean;
}

async function tunnel(
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
  { permitted, lookup, meter, asks }: Route,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const refuse = (status: string, more = '') =>
    void socket.end(`HTTP/1.1 ${status}\r\n${more}connection: close\r\ncontent-length: 0\r\n\r\n`);
  const target = parseTarget(request.url ?? '');
  if (!target) return refuse('400 Bad Request');
  if (asks(request)) return refuse('407 Proxy Authentication Required', `proxy-authenticate: ${ASK}\r\n`);
  const counted = meter(target, request);
  if (!(await permitted(target))) {
    counted.refused();
    return refuse('403 Not on the public internet');
  }
  if (socket.destroyed) return;
  const upstream = connect({ host: target.host, port: target.port, lookup, noDelay: true });
  const timer = setTimeout(() => upstream.destroy(new Error('too slow')), CONNECT_MS);
  let connected = false;
  upstream.once('connect', () => {
    connected = true;
    clearTimeout(timer);
    upstream.setTimeout(IDLE_MS, () => upstream.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    counted.out(head.length);
    if (head.length > 0) upstream.write(head);
    upstream.on('data', ({ length }: Buffer) => counted.in(length));
    socket.on('data', ({ length }: Buffer) => counted.out(length));
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once('error', (error) => {
    if (connected) return void socket.destroy();
    if (isForbidden(error)) counted.refused();
    refuse(isForbidden(error) ? '403 Not on the public internet' : '502 Bad Gateway');
  });
  upstream.once('close', () => clearTimeout(timer));
  socket.once('close', () => upstream.destroy());
}

const isForbidden = (error: Error) => (error as { code?: string }).code === 'outbound.forbidden';

/** Bytes of a head: what is said in an address or a header leaves or arrives as well. */
const headBytes = ({ url = '', rawHeaders }: IncomingMessage) =>
  Buffer.byteLength(url) + rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { permitted, lookup, meter, asks }: Route,
): Promise<void> {
  const fail = (status: number, headers = {}) =>
    response.headersSent ? response.destroy() : response.writeHead(status, { connection: 'close', ...headers }).end();
  if (!URL.canParse(request.url ?? '') || !/^http:/i.test(request.url ?? '')) return void fail(400);
  const url = new URL(request.url ?? '');
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
  if (asks(request)) return void fail(407, { 'proxy-authenticate': ASK });
  const counted = meter(target, request);
  const refuse = () => {
    counted.refused();
    fail(403);
  };
  if (!(await permitted(target))) return refuse();
  if (response.destroyed) return;
  counted.out(headBytes(request));
  request.on('data', ({ length }: Buffer) => counted.out(length));
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
    counted.in(headBytes(answer) + 1);
    answer.on('data', ({ length }: Buffer) => counted.in(length));
    const { statusCode = 0 } = answer;
    // A site may send any three digits, and writing less than 100 throws. Some send 999.
    if (statusCode < 200) return void upstream.destroy();
    const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.has(name));
    response.writeHead(statusCode, Object.fromEntries(kept));
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.once('timeout', () => upstream.destroy());
  upstream.once('error', (error) => (isForbidden(error) ? refuse() : fail(502)));
  // Without an answer, as after a switch of protocols that nobody asked for.
  upstream.once('close', () => response.headersSent || fail(502));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}
