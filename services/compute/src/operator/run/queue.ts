const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 60_000;

export interface QueueOptions {
  /** Does the work of a key. Returns after how many milliseconds to requeue the key; undefined: not by itself. */
  readonly work: (key: string) => Promise<number | undefined>;
  readonly workers: number;
  readonly onError?: (key: string, error: unknown) => void;
}

/**
 * Keys to reconcile. However often a key is added, one worker at a time works on it, and once more after its last add;
 * a key whose work fails is retried after growing delays with jitter, and blocks no other.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly working = new Map<string, Promise<void>>();
  private readonly dirty = new Set<string>();
  private readonly timers = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  private readonly failures = new Map<string, number>();
  private closed = false;

  constructor(private readonly options: QueueOptions) {}

  /** Keys that wait or are worked on. */
  get length(): number {
    return this.waiting.size + this.working.size;
  }

  add(key: string): void {
    if (this.closed) return;
    this.unschedule(key);
    if (this.working.has(key)) this.dirty.add(key);
    else this.waiting.add(key);
    this.fill();
  }

  /** Adds the key once the time is over, or sooner when it is added sooner. */
  addAfter(key: string, ms: number): void {
    if (this.closed) return;
    const at = Date.now() + ms;
    const known = this.timers.get(key);
    if (known && known.at <= at) return;
    this.unschedule(key);
    // Timers are limited to 2^31 - 1 ms: the work runs early then, and requeues the key again.
    this.timers.set(key, { at, timer: setTimeout(() => this.add(key), Math.min(ms, 2 ** 31 - 1)) });
  }

  /** Starts no more work and waits for the work that runs. */
  async close(): Promise<void> {
    this.closed = true;
    for (const key of this.timers.keys()) this.unschedule(key);
    this.waiting.clear();
    await Promise.all(this.working.values());
  }

  private unschedule(key: string): void {
    clearTimeout(this.timers.get(key)?.timer);
    this.timers.delete(key);
  }

  private fill(): void {
    for (const key of this.waiting) {
      if (this.closed || this.working.size >= this.options.workers) return;
      this.waiting.delete(key);
      this.working.set(key, this.run(key));
    }
  }

  private async run(key: string): Promise<void> {
    // Yields first: a handler that adds keys must not be blocked by their work.
    await Promise.resolve();
    let requeueAfter: number | undefined;
    try {
      requeueAfter = await this.options.work(key);
      this.failures.delete(key);
    } catch (error) {
      requeueAfter = this.nextTry(key);
      this.options.onError?.(key, error);
    }
    this.working.delete(key);
    if (this.dirty.delete(key)) this.add(key);
    else if (requeueAfter !== undefined) this.addAfter(key, requeueAfter);
    this.fill();
  }

  private nextTry(key: string): number {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random());
  }
}
