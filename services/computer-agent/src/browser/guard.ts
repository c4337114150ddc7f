/**
 * The only way of the browser to anything: a proxy in the agent that knows what the page may reach, names the call at
 * the way out of the computer, and counts.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback, isOwnAddress, lookupOutside } from './addresses.js';
import { PROXY_PORT } from '../net/egress.js';

const MAX_CONNECTIONS = 128;
const CONNECT_MS = 15_000;
const MAX_REFUSED = 20;
/** Chromium calls them whatever its flags say. */
const NEVER = new Set(['update.googleapis.com', 'accounts.google.com']);
const HOP_HEADERS = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export interface Reach {
  readonly web: boolean;
  readonly own: boolean;
}

export interface Passage {
  readonly reach: Reach;
  /** Value of `proxy-authorization`; empty: none. */
  readonly credentials: string;
  readonly maxBytes: number;
  /** Called once when more came in. */
  readonly onTooMuch: () => void;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

export interface GuardOptions {
  /** Of the computer's proxy; empty: the computer has a network of its own. */
  readonly egressSocket: string;
  /** Ports of the loopback that no page may use. */
  readonly closedPorts: readonly number[];
}

export class Guard {
  readonly refused = new Set<string>();
  /** Servers that could not be connected to, as `host:port`. */
  readonly unanswered = new Set<string>();
  private passage: Passage | undefined;
  private bytes = 0;
  private readonly sockets = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    private readonly options: GuardOptions,
  ) {
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket: Duplex) => this.hold(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.forward(request, response));
    server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.tunnel(request, { socket, head }),
    );
  }

  static async open(options: GuardOptions): Promise<Guard> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    server.unref();
    return new Guard(server, options);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Lets one page through, until `end`. */
  begin(passage: Passage): void {
    this.end();
    this.refused.clear();
    this.unanswered.clear();
    this.bytes = 0;
    this.passage = passage;
  }

  end(): void {
    this.passage = undefined;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.end();
    this.server.close();
  }

  private hold<T extends Duplex>(socket: T): T {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }

  private allows({ host, port }: Target): boolean {
    const { passage } = this;
    if (!passage || NEVER.has(host)) return false;
    if (isLoopback(host)) {
      const isClosed = port === PROXY_PORT || port === this.port || this.options.closedPorts.includes(port);
      return passage.reach.own && !isClosed;
    }
    return passage.reach.web && !isOwnAddress(host);
  }

  private refuse({ host, port }: Target): void {
    if (NEVER.has(host) || this.refused.size >= MAX_REFUSED) return;
    this.refused.add(isLoopback(host) || isOwnAddress(host) ? `${host}:${port}` : host);
  }

  private miss({ host, port }: Target): void {
    if (this.unanswered.size < MAX_REFUSED) this.unanswered.add(`${host}:${port}`);
  }

  private count(length: number): void {
    const { passage } = this;
    if (!passage) return;
    const before = this.bytes;
    this.bytes += length;
    if (before <= passage.maxBytes && this.bytes > passage.maxBytes) passage.onTooMuch();
  }

  private viaEgress({ host }: Target): boolean {
    return this.options.egressSocket !== '' && !isLoopback(host);
  }

  private get named(): Record<string, string> {
    const { credentials } = this.passage!;
    return credentials === '' ? {} : { 'proxy-authorization': credentials };
  }

  private tunnel({ url = '' }: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
    const [, v6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/i.exec(url) ?? [];
    const target = { host: (v6 ?? name ?? '').toLowerCase().replace(/\.$/, ''), port: Number(port) };
    const refuse = () => {
      this.refuse(target);
      socket.end('HTTP/1.1 403 Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    };
    if (!this.allows(target)) return refuse();
    const upstream = this.hold(net.connect(this.addressOf(target)));
    const timer = setTimeout(() => upstream.destroy(), CONNECT_MS);
    upstream.once('close', () => {
      clearTimeout(timer);
      socket.destroy();
    });
    socket.once('close', () => upstream.destroy());
    let isConnected = false;
    upstream.once('close', () => isConnected || this.miss(target));
    upstream.once('connect', () => {
      isConnected = true;
      const proxied = this.viaEgress(target);
      if (proxied) {
        const headers = Object.entries(this.named).map(([key, value]) => `${key}: ${value}\r\n`);
        upstream.write(`CONNECT ${url} HTTP/1.1\r\nhost: ${url}\r\n${headers.join('')}\r\n`);
        upstream.once('data', (first: Buffer) => {
          if (!/^HTTP\/1\.\d 200\b/.test(first.toString('latin1', 0, 16))) this.refuse(target);
        });
      } else {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      }
      upstream.once('data', () => clearTimeout(timer));
      if (!proxied) clearTimeout(timer);
      upstream.on('data', ({ length }: Buffer) => this.count(length));
      if (head.length > 0) upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
  }

  /** Where a connection for this target goes. */
  private addressOf(target: Target): net.NetConnectOpts {
    if (this.viaEgress(target)) return { path: this.options.egressSocket };
    const { host, port } = target;
    if (!isLoopback(host)) return { host, port, lookup: lookupOutside };
    return { host: net.isIP(host) === 0 ? 'localhost' : host, port };
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    // Something else than the browser asks.
    if (!/^http:\/\//i.test(url) || !URL.canParse(url)) return void response.writeHead(400).end();
    const { hostname, port, host, pathname, search } = new URL(url);
    const target = { host: hostname.replace(/^\[|\]$|\.$/g, ''), port: Number(port || 80) };
    const refuse = () => {
      this.refuse(target);
      response.destroy();
    };
    if (!this.allows(target)) return refuse();
    const kept = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.test(name));
    const headers: OutgoingHttpHeaders = { ...Object.fromEntries(kept), host };
    const options: RequestOptions = this.viaEgress(target)
      ? { socketPath: this.options.egressSocket, path: url, headers: { ...headers, ...this.named } }
      : { ...(this.addressOf(target) as object), path: `${pathname}${search}`, headers };
    const upstream = httpRequest({ ...options, method: request.method, agent: false });
    upstream.once('socket', (socket: Duplex) => this.hold(socket));
    upstream.once('response', (answer) => {
      // The proxy of the computer says nothing of its own but that it refuses.
      if (this.viaEgress(target) && (answer.statusCode === 403 || answer.statusCode === 502) && isBare(answer))
        return refuse();
      answer.on('data', ({ length }: Buffer) => this.count(length));
      const passed = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.test(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
      answer.once('error', () => response.destroy());
      answer.pipe(response);
    });
    upstream.once('error', () => {
      if (!response.headersSent) this.miss(target);
      response.destroy();
    });
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }
}

const isBare = ({ headers }: IncomingMessage) => headers['content-type'] === undefined && headers.server === undefined;
