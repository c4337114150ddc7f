/** Messages between the processes that work on runs and those that serve clients. Any message may be lost. */
import { Inject, Injectable } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import type { Provisional } from '../../shapes/parts.js';

export interface PublishedEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: unknown;
}

export const PROVISIONAL = 'provisional';
const STOP = 'runs:control';
const UNPARKED = 'runs:unparked';
const eventsOf = (runId: string) => `run:${runId}`;
const answerTo = (approvalId: string) => `approval:${approvalId}`;

@Injectable()
export class RunChannels {
  constructor(@Inject(CACHE) private readonly cache: Cache) {}

  /** False if this process is the only one. */
  get isShared(): boolean {
    return this.cache.isShared;
  }

  publishEvent(runId: string, { seq, type, data }: PublishedEvent): Promise<void> {
    return this.cache.publish(eventsOf(runId), JSON.stringify({ seq, type, data }));
  }

  /** An earlier release takes the number 0 for an event that it has, and drops it. */
  publishProvisional(runId: string, words: Provisional): Promise<void> {
    return this.publishEvent(runId, { seq: 0, type: PROVISIONAL, data: words });
  }

  /** `onMissed` is called after a lost connection: events may be missing. */
  followEvents(runId: string, onEvent: (event: PublishedEvent) => void, onMissed: () => void): Promise<() => void> {
    return this.cache.subscribe(eventsOf(runId), (text) => onEvent(JSON.parse(text) as PublishedEvent), onMissed);
  }

  /** Asks the process that works on the run to stop. */
  requestStop(runId: string): Promise<void> {
    return this.cache.publish(STOP, runId);
  }

  onStopRequest(stop: (runId: string) => void): Promise<() => void> {
    return this.cache.subscribe(STOP, stop);
  }

  /** Tells the workers that a run waits for one. */
  publishUnparked(runId: string): Promise<void> {
    return this.cache.publish(UNPARKED, runId);
  }

  onUnparked(take: () => void): Promise<() => void> {
    return this.cache.subscribe(UNPARKED, take);
  }

  publishDecision(approvalId: string): Promise<void> {
    return this.cache.publish(answerTo(approvalId), 'answered');
  }

  onDecision(approvalId: string, wake: () => void): Promise<() => void> {
    return this.cache.subscribe(answerTo(approvalId), wake);
  }
}
