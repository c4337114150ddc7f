/** Streams the changes on a user's computer to a browser, in order and without undetected gaps (LS-03). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '@zo/auth';
import { type Computers, isAgentError } from '@zo/computer-client';
import type { LiveMessage } from '@zo/live';
import { logger } from '@zo/observability';
import { detached } from '@zo/tracing';
import { Burst } from './burst.js';
import { fileEventMessage } from './live.messages.js';

const RETRY_MS = 250;
const log = logger('files:live');

export interface Position {
  /** Empty until the first `hello`. */
  epoch: string;
  seq: bigint;
  /** When the browser began to read the files (Unix milliseconds); later changes are new to it. */
  readonly at: number;
}

export class FileChanges {
  private readonly stopped = new AbortController();
  private wake?: () => void;
  /** True if the computer may have woken since the last attempt began. */
  private isWoken = false;
  private readonly burst = new Burst(() => this.greet('resync'));

  constructor(
    private readonly parts: { ctx: Ctx; computers: Computers; send: (message: LiveMessage) => void },
    private readonly position: Position,
  ) {}

  /** Runs until stopped. */
  async run(): Promise<void> {
    for (let round = 0; !this.stopped.signal.aborted; round++) {
      // The first attempt is part of the trace that opens the websocket; later ones may be hours later.
      const follow = () => this.follow().catch((error: unknown) => this.explain(error));
      const followed = await (round === 0 ? follow() : detached(follow));
      if (!this.stopped.signal.aborted) await this.rest(followed);
    }
  }

  stop(): void {
    this.stopped.abort();
    this.burst.stop();
    this.wake?.();
  }

  /** Retries, because the computer may be awake now. */
  lookAgain(): void {
    this.isWoken = true;
    this.wake?.();
  }

  /** Makes the browser reload, because messages from another source were lost. */
  resync(): void {
    this.greet('resync');
    this.lookAgain();
  }

  /** Follows the computer's changes until the stream ends. False if the computer is asleep. */
  private async follow(): Promise<boolean> {
    const { ctx, computers, send } = this.parts;
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
          if (message && this.burst.admit()) send(message);
        }
      }
    } catch (error) {
      // Look the computer up again next time: it fell asleep or its agent restarted.
      computers.forget(ctx.userId);
      throw error;
    }
    computers.forget(ctx.userId);
    return true;
  }

  private begin({ epoch, gap, sinceSeq }: { epoch: string; gap: boolean; sinceSeq: bigint }): void {
    this.position.epoch = epoch;
    this.position.seq = sinceSeq;
    this.greet(gap ? 'resync' : 'hello');
  }

  private greet(type: 'hello' | 'resync'): void {
    this.parts.send({ type, epoch: this.position.epoch, seq: Number(this.position.seq) });
  }

  /** Waits between two attempts: briefly after a lost stream, or until a sleeping computer wakes. */
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
      log.warn({ error }, 'the change stream of a computer ended with an error');
    return true;
  }
}
