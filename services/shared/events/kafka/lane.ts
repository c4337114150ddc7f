/** Events of some keys, one after another; what has gathered while the last ones were applied is applied together. */
import type { EventApplier, LoggedEvent } from '../apply.js';

export interface Turn {
  readonly event: LoggedEvent;
  /** Aborted when the event must not be begun any more. */
  readonly over: AbortSignal;
  done(): void;
  /** Before any later event of the lane is begun. */
  failed(error: unknown): void;
}

/** In one transaction. */
const MAX = 100;

export class Lane {
  private readonly waiting: Turn[] = [];
  private isBusy = false;

  constructor(private readonly applier: EventApplier) {}

  add(turn: Turn): void {
    this.waiting.push(turn);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    // What comes in the same turn of the event loop belongs together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.apply(this.waiting.splice(0, MAX));
    this.isBusy = false;
  }

  private async apply(turns: readonly Turn[]): Promise<void> {
    const isCurrent = turns.length > 1 && turns.every(({ over }) => !over.aborted);
    if (isCurrent && (await this.applier.together(turns.map(({ event }) => event)))) {
      for (const turn of turns) turn.done();
      return;
    }
    for (const turn of turns) await this.applyOne(turn);
  }

  private async applyOne(turn: Turn): Promise<void> {
    try {
      turn.over.throwIfAborted();
      await this.applier.apply(turn.event, turn.over);
      turn.done();
    } catch (error) {
      turn.failed(error);
    }
  }
}
