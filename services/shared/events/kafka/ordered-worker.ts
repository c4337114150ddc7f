/** Applies queued events in order, all that have gathered in one transaction. */
import type { EventApplier } from '../apply.js';
import type { LoggedEvent } from '../contract.js';

export interface QueuedEvent {
  readonly event: LoggedEvent;
  /** Aborted when the event must no longer be started. */
  readonly over: AbortSignal;
  done(): void;
  /** Called before any later event of this worker starts. */
  failed(error: unknown): void;
}

/** Maximum number of events in one transaction. */
const MAX_BATCH = 100;

export class OrderedWorker {
  private readonly waiting: QueuedEvent[] = [];
  private isBusy = false;

  constructor(private readonly applier: EventApplier) {}

  add(turn: QueuedEvent): void {
    this.waiting.push(turn);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    // Let events of the same tick of the event loop join one batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.apply(this.waiting.splice(0, MAX_BATCH));
    this.isBusy = false;
  }

  private async apply(queued: readonly QueuedEvent[]): Promise<void> {
    const isCurrent = queued.length > 1 && queued.every(({ over }) => !over.aborted);
    if (isCurrent && (await this.applier.applyBatch(queued.map(({ event }) => event)))) {
      for (const turn of queued) turn.done();
      return;
    }
    for (const turn of queued) await this.applyOne(turn);
  }

  private async applyOne(turn: QueuedEvent): Promise<void> {
    try {
      turn.over.throwIfAborted();
      await this.applier.apply(turn.event, turn.over);
      turn.done();
    } catch (error) {
      turn.failed(error);
    }
  }
}
