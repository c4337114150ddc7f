/**
 * Runs Nest websocket gateways on the upgrade path of a service, which has checked the token; they do not listen
 * themselves. The adapter of @nestjs/platform-ws does not fit: it listens for upgrades before any token is checked, and
 * looks for `ws` in a node_modules folder, which our bundles do not have.
 */
import type { WebSocketAdapter, WsMessageHandler } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import type { Ctx } from '@zo/auth';
import { refuse } from '@zo/bootstrap';
import { SERVICE_RESTART, SWITCHING_PROTOCOLS } from '@zo/streams';

const MAX_FRAME = 64 * 1024;
const PING_MS = 30_000;
const MAX_MESSAGES_PER_PING = 600;
const CLOSE_TIMEOUT_MS = 1_000;
const POLICY_VIOLATION = 1008;

/** Options of `@WebSocketGateway`. */
export interface GatewayOptions {
  readonly path: string;
  /** Query parameters of the URL; an upgrade that does not match is refused (400). */
  readonly query: z.ZodType;
  /**
   * JSON messages a browser may send, discriminated by `type`, each with its `@SubscribeMessage`. Anything else closes
   * the connection.
   */
  readonly messages: z.ZodType<{ type: string }>;
}

/** A websocket whose upgrade was authenticated. */
export type LiveSocket = WebSocket & { readonly ctx: Ctx };

interface Gateway {
  readonly server: WebSocketServer;
  readonly options: GatewayOptions;
}

/** Calls `handleConnection(browser, request, query)` with the parsed query. */
export class GatewayAdapter implements WebSocketAdapter<WebSocketServer, LiveSocket, GatewayOptions> {
  private readonly gateways = new Map<string, Gateway>();
  private readonly messages = new WeakMap<WebSocket, GatewayOptions['messages']>();
  private isClosing = false;

  create(_port: number, options: GatewayOptions): WebSocketServer {
    const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
    this.gateways.set(options.path, { server, options });
    return server;
  }

  readonly upgrade = (
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
    ctx: Ctx,
  ): number => {
    const url = new URL(request.url ?? '', 'http://service');
    const gateway = this.gateways.get(url.pathname);
    if (!gateway) return refuse(socket, 404);
    const query = gateway.options.query.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) return refuse(socket, 400);
    if (this.isClosing) return refuse(socket, 503);
    let status = 400;
    // The callback runs synchronously or not at all: the server itself refuses an invalid handshake.
    gateway.server.handleUpgrade(request, socket, head, (browser) => {
      status = SWITCHING_PROTOCOLS;
      browser.on('error', () => browser.terminate());
      this.messages.set(browser, gateway.options.messages);
      gateway.server.emit('connection', Object.assign(browser, { ctx }), request, query.data);
    });
    return status;
  };

  bindClientConnect(server: WebSocketServer, callback: (browser: LiveSocket) => void): void {
    server.on('connection', callback);
  }

  bindMessageHandlers(
    browser: LiveSocket,
    handlers: WsMessageHandler<string>[],
    transform: (answer: unknown) => Observable<unknown>,
  ): void {
    const schema = this.messages.get(browser)!;
    const byType = new Map(handlers.map((handler) => [handler.message, handler]));
    const pulse = monitorConnection(browser);
    browser.on('message', (data: RawData, isBinary: boolean) => {
      const message = pulse.count() > MAX_MESSAGES_PER_PING || isBinary ? undefined : parse(schema, String(data));
      const handler = message && byType.get(message.type);
      if (!handler) return browser.close(POLICY_VIOLATION, 'this message is not taken here');
      transform(handler.callback(message, message.type)).subscribe((answer) => {
        if (answer !== undefined && browser.readyState === browser.OPEN) browser.send(JSON.stringify(answer));
      });
    });
  }

  bindClientDisconnect(browser: LiveSocket, callback: () => void): void {
    browser.once('close', callback);
  }

  /**
   * Closes all connections with 1012; browsers reconnect to another process and resume from the last message they
   * received.
   */
  async close({ clients }: WebSocketServer): Promise<void> {
    this.isClosing = true;
    for (const browser of clients) browser.close(SERVICE_RESTART);
    for (const deadline = Date.now() + CLOSE_TIMEOUT_MS; clients.size > 0 && Date.now() < deadline;) await delay(10);
  }

  /** Nest calls it after all servers are closed; nothing is left to release. */
  async dispose(): Promise<void> {}
}

/** Terminates a connection that does not answer pings, and counts its messages per ping interval. */
function monitorConnection(browser: WebSocket): { count(): number } {
  let isAlive = true;
  let messages = 0;
  browser.on('pong', () => (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) return browser.terminate();
    isAlive = false;
    messages = 0;
    browser.ping();
  }, PING_MS);
  browser.on('close', () => clearInterval(timer));
  return { count: () => ((isAlive = true), ++messages) };
}

function parse(schema: GatewayOptions['messages'], text: string): { type: string } | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
