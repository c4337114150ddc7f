/**
 * Tracks the offset of each partition and stores it a few times a second instead of after each event. Events whose
 * progress was not stored when a process died are redelivered and recognised by the inbox.
 */
import { logger } from '@zo/observability';

const log = logger('events');

export class Progress {
  private readonly reached = new Map<number, bigint>();
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  /** @param write stores all given offsets; failures are logged and not retried */
  constructor(
    private readonly write: (reached: ReadonlyMap<number, bigint>) => Promise<void>,
    private readonly everyMs: number,
  ) {}

  /** Records that everything of the partition before `next` is done. */
  reach(partition: number, next: bigint): void {
    if (next <= (this.reached.get(partition) ?? -1n)) return;
    this.reached.set(partition, next);
    this.timer ??= setTimeout(() => void this.flush(), this.everyMs);
  }

  /** Stores the offsets now; resolves when that is done. */
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
      .catch((error: unknown) => log.debug({ error }, 'the offset of a consumer was not saved'));
    return this.writing;
  }
}
