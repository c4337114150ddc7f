import { randomBytes } from 'node:crypto';
import { Change, Root } from '@zo/proto/agent/v1';

export interface FileEvent {
  seq: number;
  change: Change;
  root: Root;
  path: string[];
  /** For moves only. */
  dest?: { root: Root; path: string[] };
  directory: boolean;
  at: number;
}

const KEPT = 10_000;

/** The last events in order. A reader keeps only the number that it has reached, so a slow one costs no memory. */
export class EventLog {
  readonly epoch = randomBytes(9).toString('base64url');
  private readonly ring: (FileEvent | undefined)[] = new Array<undefined>(KEPT);
  private last = 0;
  private waiting = new Set<() => void>();

  get seq(): number {
    return this.last;
  }

  add(event: Omit<FileEvent, 'seq'>): void {
    const seq = ++this.last;
    this.ring[seq % KEPT] = { ...event, seq };
    const woken = this.waiting;
    if (woken.size === 0) return;
    this.waiting = new Set();
    for (const wake of woken) wake();
  }

  /** True when every event after `seq` is still kept. */
  has(seq: number): boolean {
    return seq <= this.last && this.last - seq <= KEPT;
  }

  /**
   * Number of the last event before that moment (Unix time in ms). If it is no longer kept, a number that `has` denies.
   */
  seqAt(at: number): number {
    let seq = this.last;
    while (seq > 0 && this.last - seq < KEPT && this.ring[seq % KEPT]!.at >= at) seq--;
    return seq > 0 && this.last - seq === KEPT ? seq - 1 : seq;
  }

  /** The event right after `seq`, or undefined when there is none yet. Call `has` first. */
  after(seq: number): FileEvent | undefined {
    return seq < this.last ? this.ring[(seq + 1) % KEPT] : undefined;
  }

  /** Resolves at the next event, or when `signal` aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        done();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted) wake();
    });
  }
}
