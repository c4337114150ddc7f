/**
 * How far each partition has come, written down a few times a second instead of each time. What was not written when a
 * process dies comes again, and is known by then.
 */
import { logger } from '@zo/observability';

const log = logger('events');

export class Progress {
  private readonly reached = new Map<number, bigint>();
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  /** @param write writes all that it is given; whether it can is its own matter */
  constructor(
    private readonly write: (reached: ReadonlyMap<number, bigint>) => Promise<void>,
    private readonly everyMs: number,
  ) {}

  /** Everything before `next` is done. */
  reach(partition: number, next: bigint): void {
    if (next <= (this.reached.get(partition) ?? -1n)) return;
    this.reached.set(partition, next);
    this.timer ??= setTimeout(() => void this.flush(), this.everyMs);
  }

  /** Writes now; ends when that is done. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing
      .then(async () => {
        if (this.reached.size === 0) return;
        const reached = new Map(this.reached);
        this.reached.clear();
        await this.write(reached);
      })
      .catch((error: unknown) => log.debug({ error }, 'how far a reader is was not written'));
    return this.writing;
  }
}
