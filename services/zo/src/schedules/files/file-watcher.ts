/** Follows the changes of one computer while it is awake, and looks at its history when they have settled. */
import { setTimeout as delay } from 'node:timers/promises';
import { systemCtx } from '@zo/auth';
import type { Cache } from '@zo/cache';
import { type Computers, fromAgentPath, isAgentError } from '@zo/computer-client';
import { subscribeLive } from '@zo/live';
import { logger } from '@zo/observability';
import type { WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import { isDeepStrictEqual } from 'node:util';
import { matches } from './pattern.js';

/** Files count when nothing has changed for so long; at the latest after `MAX_SETTLE_MS`. */
export const SETTLE_MS = 2_000;
const MAX_SETTLE_MS = 20_000;
const RETRY_MS = 1_000;
const log = logger('zo:files');

interface Parts {
  readonly computers: Computers;
  readonly cache: Cache;
  /** False if the computer is asleep. */
  readonly check: () => Promise<boolean>;
}

export class FileWatcher {
  private readonly stopped = new AbortController();
  private following?: Promise<void>;
  private unsubscribe?: () => void;
  private wake?: () => void;
  private isWoken = false;
  private timer?: NodeJS.Timeout;
  private patterns?: readonly string[];
  /** When the first change came that was not looked at yet. */
  private changedAt?: number;
  private checking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly userId: string,
    private readonly parts: Parts,
  ) {}

  start(): void {
    this.following = this.run();
  }

  /** @param isUnhurried false: what changed a moment ago is left to whoever follows this computer next */
  async stop({ isUnhurried }: { isUnhurried: boolean }): Promise<void> {
    const isUnchecked = this.changedAt !== undefined;
    this.stopped.abort();
    this.wake?.();
    clearTimeout(this.timer);
    this.unsubscribe?.();
    await this.following;
    await this.checking;
    if (isUnhurried && isUnchecked) await this.parts.check().catch((error: unknown) => this.explain(error));
  }

  /** These files are waited for; the computer may be awake by now. */
  lookFor(patterns: readonly string[]): void {
    const isOther = this.patterns !== undefined && !isDeepStrictEqual(this.patterns, patterns);
    this.patterns = patterns;
    // What changed before this process knew of a pattern is in the history.
    if (isOther) this.settle();
    this.lookAgain();
  }

  private lookAgain(): void {
    this.isWoken = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    const onMessage = ({ type }: { type: string }) => void (type === 'computer' && this.lookAgain());
    this.unsubscribe = await subscribeLive(this.parts.cache, this.userId, {
      onMessage,
      onMissed: () => this.lookAgain(),
    });
    while (!this.stopped.signal.aborted) {
      this.isWoken = false;
      const wasAwake = await this.follow().catch((error: unknown) => this.explain(error));
      if (wasAwake) await delay(RETRY_MS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      else await this.rest();
    }
  }

  /** Until the stream ends. False if the computer is asleep. */
  private async follow(): Promise<boolean> {
    const ctx = systemCtx(this.userId);
    const computer = await this.parts.computers.peek(ctx);
    if (!computer) return false;
    try {
      const request = { epoch: '', sinceSeq: 0n, sinceMsAgo: 0n };
      for await (const { event } of computer.files.watch(request, { signal: this.stopped.signal }))
        // The start stands for all that changed while nobody listened.
        if (event.case === 'start' || (event.case === 'file' && this.isAwaited(event.value))) this.settle();
    } finally {
      this.parts.computers.forget(this.userId);
    }
    return true;
  }

  private isAwaited({ path, dest, directory }: WatchResponse_FileEvent): boolean {
    if (directory || !this.patterns) return true;
    return [path, dest].some(
      (each) => each && this.patterns!.some((pattern) => matches(pattern, fromAgentPath(each).path)),
    );
  }

  private settle(): void {
    const now = performance.now();
    this.changedAt ??= now;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.changedAt = undefined;
        this.checking = this.checking.then(() => this.check());
      },
      Math.max(0, Math.min(SETTLE_MS, this.changedAt + MAX_SETTLE_MS - now)),
    );
  }

  private async check(): Promise<void> {
    if (this.stopped.signal.aborted) return;
    await this.parts.check().catch((error: unknown) => {
      this.explain(error);
      // What changed is still in the history.
      if (!this.stopped.signal.aborted) this.settle();
    });
  }

  private async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (this.stopped.signal.aborted || this.isWoken) resolve();
    });
    this.wake = undefined;
  }

  private explain(error: unknown): boolean {
    if (!this.stopped.signal.aborted && !isAgentError(error, 'unavailable', 'interrupted'))
      log.warn({ error }, 'the changes of a computer could not be followed');
    return true;
  }
}
