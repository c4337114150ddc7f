/** `GET /api/ws`: upgrades, and answers pings; everything a browser sends besides is a protocol error. */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { type LiveMessage, livePing } from '@zo/proto/live';
import type { Ctx } from '@zo/auth';
import { refuse } from '@zo/bootstrap';
import { CACHE, type Cache } from '@zo/cache';
import { Computers } from '@zo/computer-client';
import { SERVICE_RESTART, SWITCHING_PROTOCOLS } from '@zo/streams';
import { LiveSession, type Position } from './live.session.js';

const MAX_FRAME = 64 * 1024;
const PING_MS = 30_000;
const PATIENCE_MS = 1_000;
const POLICY_VIOLATION = 1008;
const MAX_MESSAGES_PER_PING = 600;

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);
/** How far a browser has heard, or, at first, how many milliseconds ago it began to read what is there. */
export const position = z.object({ epoch: z.string().max(64).default(''), since: count, age: count });
const PONG = JSON.stringify({ type: 'pong' } satisfies LiveMessage);

@Injectable()
export class LiveSocket implements OnModuleDestroy {
  private readonly open = new Set<WebSocket>();
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME,
    perMessageDeflate: false,
    clientTracking: false,
  });

  constructor(
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Browsers come back, with what they have heard so far, to another process. */
  async onModuleDestroy(): Promise<void> {
    for (const browser of this.open) browser.close(SERVICE_RESTART);
    for (const deadline = Date.now() + PATIENCE_MS; this.open.size > 0 && Date.now() < deadline;) await delay(10);
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, ctx: Ctx): number => {
    const url = new URL(request.url ?? '', 'http://files');
    const parsed = position.safeParse(Object.fromEntries(url.searchParams));
    if (url.pathname !== '/api/ws') return refuse(socket, 404);
    if (!parsed.success) return refuse(socket, 400);
    const { epoch, since, age } = parsed.data;
    const start: Position = { epoch, seq: BigInt(since), at: Date.now() - age };
    let status = 400;
    // Called before it returns, or not at all: a handshake that is none is refused by the server itself.
    this.server.handleUpgrade(request, socket, head, (browser) => {
      status = SWITCHING_PROTOCOLS;
      this.serve(browser, ctx, start);
    });
    return status;
  };

  private serve(browser: WebSocket, ctx: Ctx, start: Position): void {
    this.open.add(browser);
    browser.on('close', () => this.open.delete(browser));
    browser.on('error', () => browser.terminate());
    this.answerPings(browser);
    void new LiveSession(browser, { ctx, computers: this.computers, cache: this.cache }, start).run();
  }

  private answerPings(browser: WebSocket): void {
    let alive = true;
    let messages = 0;
    browser.on('pong', () => (alive = true));
    browser.on('message', (data, binary) => {
      alive = true;
      if (binary || ++messages > MAX_MESSAGES_PER_PING || !isPing(String(data)))
        return browser.close(POLICY_VIOLATION, 'only pings are sent here');
      browser.send(PONG);
    });
    const timer = setInterval(() => {
      if (!alive) return browser.terminate();
      alive = false;
      messages = 0;
      browser.ping();
    }, PING_MS);
    browser.on('close', () => clearInterval(timer));
  }
}

function isPing(text: string): boolean {
  try {
    return livePing.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
