/** `GET /api/ws`: one websocket per open browser, which receives all messages declared in proto/live. */
import { Inject, UseFilters } from '@nestjs/common';
import { type OnGatewayConnection, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type LiveMessage, type LiveRequest, liveRequest } from '@zo/proto/live';
import { CACHE, type Cache } from '@zo/cache';
import { Computers } from '@zo/computer-client';
import { type LiveSocket, CloseOnError, type GatewayOptions } from '@zo/websockets';
import { LiveSession } from './live.session.js';

export const LIVE_ROUTE = '/api/ws';
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);
/** The last event a browser has received or, for a first connection, how many milliseconds ago it began to read. */
export const position = z.object({ epoch: z.string().max(64).default(''), since: count, age: count });

@WebSocketGateway<GatewayOptions>({ path: LIVE_ROUTE, query: position, messages: liveRequest })
@UseFilters(new CloseOnError())
export class LiveGateway implements OnGatewayConnection<LiveSocket> {
  private readonly sessions = new WeakMap<LiveSocket, LiveSession>();

  constructor(
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  handleConnection(browser: LiveSocket, _request: IncomingMessage, cursor: z.output<typeof position>): void {
    const start = { epoch: cursor.epoch, seq: BigInt(cursor.since), at: Date.now() - cursor.age };
    const session = new LiveSession(browser, { ctx: browser.ctx, computers: this.computers, cache: this.cache }, start);
    this.sessions.set(browser, session);
    void session.run();
  }

  @SubscribeMessage('ping')
  ping(): LiveMessage {
    return { type: 'pong' };
  }

  @SubscribeMessage('watch')
  watch(browser: LiveSocket, { folders }: Extract<LiveRequest, { type: 'watch' }>): void {
    this.sessions.get(browser)?.watch(folders);
  }
}
