/** One open browser: forwards live messages of services, and changes on the user's computer. */
import type { WebSocket } from 'ws';
import type { Ctx } from '@zo/auth';
import type { Cache } from '@zo/cache';
import type { Computers } from '@zo/computer-client';
import { type ChannelMessage, type LiveMessage, subscribeLive } from '@zo/live';
import type { Location, MachineRoot } from '@zo/proto/location';
import { FileChanges, type Position } from './file-changes.js';
import { MachineChanges } from './machine-changes.js';

/**
 * A browser with this many unsent bytes is disconnected with 1013 and reconnects, so that it cannot fill our memory.
 */
const MAX_BUFFERED = 1024 * 1024;
const SLOW_READER = 1013;

export class LiveSession {
  private readonly changes: FileChanges;
  private readonly machines: MachineChanges;

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: { ctx: Ctx; computers: Computers; cache: Cache },
    position: Position,
  ) {
    const { ctx, computers } = parts;
    const send = (message: LiveMessage) => this.send(message);
    this.changes = new FileChanges({ ctx, computers, send }, position);
    this.machines = new MachineChanges({ ctx, computers, send });
  }

  /** The folders of machines that the browser looks at from now on. */
  watch(folders: readonly Location<MachineRoot>[]): void {
    if (this.socket.readyState === this.socket.OPEN) this.machines.watch(folders);
  }

  async run(): Promise<void> {
    const { ctx, cache } = this.parts;
    const unsubscribe = await subscribeLive(cache, ctx.userId, {
      onMessage: (message) => this.forward(message),
      onMissed: () => this.changes.resync(),
    });
    // From here on no message is lost; earlier ones were not stored.
    this.send({ type: 'subscribed' });
    const leave = () => {
      unsubscribe();
      this.changes.stop();
      this.machines.stop();
    };
    // It may have closed meanwhile, which is not told again.
    if (this.socket.readyState === this.socket.CLOSED) return leave();
    this.socket.on('close', leave);
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
