/** One open browser: everything that changes on its person's computer, in order, without gaps it does not know of. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Ctx } from '@zo/auth';
import type { Cache } from '@zo/cache';
import { type Computers, isAgentError } from '@zo/computer-client';
import { type ChannelMessage, type LiveMessage, subscribeLive } from '@zo/live';
import { logger } from '@zo/observability';
import { detached } from '@zo/tracing';
import { fileEventMessage } from './live.messages.js';

/** A browser that reads slower than this much behind is told to come back (1013), instead of filling our memory. */
const MAX_BUFFERED = 1024 * 1024;
const RETRY_MS = 250;
const SLOW_READER = 1013;
const log = logger('files:live');

export interface Position {
  /** Empty at first. */
  epoch: string;
  seq: bigint;
  /** When the browser began to read what is there (unix milliseconds); what changed since is new to it. */
  readonly at: number;
}

export class LiveSession {
  private readonly stopped = new AbortController();
  private wake?: () => void;
  /** There was a reason to look again since the last look began. */
  private isWoken = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: { ctx: Ctx; computers: Computers; cache: Cache },
    private readonly position: Position,
  ) {}

  async run(): Promise<void> {
    const { ctx, cache } = this.parts;
    const unsubscribe = await subscribeLive(cache, ctx.userId, {
      onMessage: (message) => this.forward(message),
      onMissed: () => this.missed(),
    });
    // From here on nothing of these messages gets lost; what was told before is not known any more.
    this.send({ type: 'subscribed' });
    this.socket.on('close', () => {
      unsubscribe();
      this.stopped.abort();
      this.wake?.();
    });
    for (let round = 0; !this.stopped.signal.aborted; round++) {
      // The first is part of opening the websocket; those that follow may be hours later.
      const follow = () => this.follow().catch((error: unknown) => this.explain(error));
      const followed = await (round === 0 ? follow() : detached(follow));
      if (!this.stopped.signal.aborted) await this.rest(followed);
    }
  }

  /** Follows the computer's changes until the stream ends. False when it sleeps. */
  private async follow(): Promise<boolean> {
    const { ctx, computers } = this.parts;
    this.isWoken = false;
    const computer = await computers.peek(ctx);
    if (!computer) return false;
    const { epoch, seq, at } = this.position;
    const request = { epoch, sinceSeq: seq, sinceMsAgo: BigInt(epoch === '' ? Date.now() - at : 0) };
    try {
      for await (const { event } of computer.files.watch(request, { signal: this.stopped.signal })) {
        if (event.case === 'start') this.begin(event.value);
        if (event.case === 'file') {
          this.position.seq = event.value.seq;
          const message = fileEventMessage(event.value, this.position.epoch);
          if (message) this.send(message);
        }
      }
    } catch (error) {
      // Whoever asks next has to find the computer again: it slept or its agent was started anew.
      computers.forget(ctx.userId);
      throw error;
    }
    computers.forget(ctx.userId);
    return true;
  }

  private forward(message: ChannelMessage): void {
    this.send(message);
    // The computer may have just woken up.
    if (message.type === 'computer') this.lookAgain();
  }

  /** Messages got lost on the way to us: the browser reads anew, and the computer may be awake. */
  private missed(): void {
    this.send({ type: 'resync', epoch: this.position.epoch, seq: Number(this.position.seq) });
    this.lookAgain();
  }

  private lookAgain(): void {
    this.isWoken = true;
    this.wake?.();
  }

  private begin({ epoch, gap, sinceSeq }: { epoch: string; gap: boolean; sinceSeq: bigint }): void {
    this.position.epoch = epoch;
    this.position.seq = sinceSeq;
    this.send({ type: gap ? 'resync' : 'hello', epoch, seq: Number(sinceSeq) });
  }

  /** Between two looks: at once after a lost stream, until the computer wakes when it sleeps. */
  private async rest(followed: boolean): Promise<void> {
    if (followed)
      return void (await delay(RETRY_MS, undefined, { signal: this.stopped.signal }).catch(() => undefined));
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (this.stopped.signal.aborted || this.isWoken) resolve();
    });
    this.wake = undefined;
  }

  private explain(error: unknown): boolean {
    if (this.stopped.signal.aborted) return true;
    if (!isAgentError(error, 'unavailable', 'interrupted'))
      log.warn({ error }, 'the change stream of a computer broke');
    return true;
  }

  private send(message: LiveMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_BUFFERED) return this.socket.close(SLOW_READER, 'too far behind');
    this.socket.send(JSON.stringify(message));
  }
}
