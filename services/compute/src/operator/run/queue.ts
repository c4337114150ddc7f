const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 60_000;

export interface QueueOptions {
  /** Does the work of a key. What it answers is when the key is to be looked at again, in milliseconds. */
  readonly work: (key: string) => Promise<number | undefined>;
  readonly workers: number;
  readonly onError?: (key: string, error: unknown) => void;
}

/**
 * Keys that have to be looked at. However often a key is added, it is worked on by one worker at a time, and once more after
 * it was added last; a key whose work fails comes again later and later, with jitter, and holds up no other.
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly working = new Map<string, Promise<void>>();
  private readonly again = new Set<string>();
  private readonly timers = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  private readonly faults = new Map<string, number>();
  private closed = false;

  constructor(private readonly options: QueueOptions) {}

  /** Keys not yet dealt with. */
  get length(): number {
    return this.waiting.size + this.working.size;
  }

  add(key: string): void {
    if (this.closed) return;
    this.unschedule(key);
    if (this.working.has(key)) this.again.add(key);
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
    // Longer than a timer can be: it looks in between, and is told again.
    this.timers.set(key, { at, timer: setTimeout(() => this.add(key), Math.min(ms, 2 ** 31 - 1)) });
  }

  /** Begins nothing any more and waits for what has begun. */
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
    // Never within the caller's own turn: who adds keys in a handler must not be held up by their work.
    await Promise.resolve();
    let requeueAfter: number | undefined;
    try {
      requeueAfter = await this.options.work(key);
      this.faults.delete(key);
    } catch (error) {
      requeueAfter = this.nextTry(key);
      this.options.onError?.(key, error);
    }
    this.working.delete(key);
    if (this.again.delete(key)) this.add(key);
    else if (requeueAfter !== undefined) this.addAfter(key, requeueAfter);
    this.fill();
  }

  private nextTry(key: string): number {
    const faults = this.faults.get(key) ?? 0;
    this.faults.set(key, faults + 1);
    return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** faults) * (0.5 + Math.random());
  }
}
