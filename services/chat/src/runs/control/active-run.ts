import type { EventWriter } from '../store/event-writer.js';
import { RunLog } from '../store/event-writer.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import type { Run } from '../store/runs.repository.js';
import type { Part } from '../../shapes/parts.js';

/** Why a run is aborted; after `lost` and `shutdown` another worker continues it. */
export type AbortReason = 'stop' | 'time' | 'lost' | 'shutdown';

/** A run this process works on. */
export class ActiveRun {
  readonly log: RunLog;
  /** The reason of the first abort. */
  reason?: AbortReason;
  private readonly controller = new AbortController();

  constructor(
    readonly run: Run,
    { seq, parts }: { seq: number; parts: Part[] },
    writer: EventWriter,
  ) {
    this.log = new RunLog({ runId: run.id, userId: run.userId, seq, parts }, writer, () => this.abort('lost'));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** True if another worker continues the run. */
  get isTakenOver(): boolean {
    return this.reason === 'lost' || this.reason === 'shutdown';
  }

  abort(reason: AbortReason): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller.abort(this.isTakenOver ? new LeaseLostError() : undefined);
  }
}
