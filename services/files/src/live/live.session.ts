/** One open browser: what services publish to its user, and what changes on the user's computer. */
import type { WebSocket } from 'ws';
import type { Ctx } from '@zo/auth';
import type { Cache } from '@zo/cache';
import type { Computers } from '@zo/computer-client';
import { type ChannelMessage, type LiveMessage, subscribeLive } from '@zo/live';
import { FileChanges, type Position } from './file-changes.js';

/** A browser that reads slower than this much behind is told to come back (1013), instead of filling our memory. */
const MAX_BUFFERED = 1024 * 1024;
const SLOW_READER = 1013;

export class LiveSession {
  private readonly changes: FileChanges;

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: { ctx: Ctx; computers: Computers; cache: Cache },
    position: Position,
  ) {
    const { ctx, computers } = parts;
    this.changes = new FileChanges({ ctx, computers, send: (message) => this.send(message) }, position);
  }

  async run(): Promise<void> {
    const { ctx, cache } = this.parts;
    const unsubscribe = await subscribeLive(cache, ctx.userId, {
      onMessage: (message) => this.forward(message),
      onMissed: () => this.changes.resync(),
    });
    // From here on nothing of these messages gets lost; what was told before is not known any more.
    this.send({ type: 'subscribed' });
    this.socket.on('close', () => {
      unsubscribe();
      this.changes.stop();
    });
    await this.changes.run();
  }

  private forward(message: ChannelMessage): void {
    this.send(message);
    // The computer may have just woken up.
    if (message.type === 'computer') this.changes.lookAgain();
  }

  private send(message: LiveMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_BUFFERED) return this.socket.close(SLOW_READER, 'too far behind');
    this.socket.send(JSON.stringify(message));
  }
}
