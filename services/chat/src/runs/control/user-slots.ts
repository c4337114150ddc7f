/** Limits the concurrent runs of one user, and the duration of each; further runs wait in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@zo/rpc';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { agentCtx } from '../store/agent-ctx.js';
import { RunChannels } from '../store/run-channels.js';
import { RunStore } from '../store/run-store.js';
import type { ActiveRun } from './active-run.js';

/** How often a run that waits for runs of other processes looks whether they have ended. */
const POLL_MS = 500;

interface UserQueue {
  readonly slots: Semaphore;
  /** Runs that hold a slot or wait for one. */
  runs: number;
}

@Injectable()
export class UserSlots {
  private readonly users = new Map<string, UserQueue>();

  constructor(
    private readonly store: RunStore,
    private readonly channels: RunChannels,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /**
   * Runs `work` in the next free slot and aborts a run that exceeds its time limit. @throws the signal's reason if it
   * aborts first
   */
  async inSlot<T>(active: ActiveRun, work: () => Promise<T>): Promise<T> {
    const { userId, parentRunId } = active.run;
    // Its run holds a slot and waits for it.
    if (parentRunId !== null) return this.timed(active, work);
    const queue = this.users.get(userId) ?? { slots: new Semaphore(this.config.ZO_RUNS_AT_ONCE), runs: 0 };
    this.users.set(userId, queue);
    queue.runs++;
    try {
      const release = await queue.slots.take(active.signal);
      try {
        if (this.channels.isShared) await this.turn(active);
        return await this.timed(active, work);
      } finally {
        release();
      }
    } finally {
      if (--queue.runs === 0) this.users.delete(userId);
    }
  }

  /**
   * Waits until fewer than the limit of the user's runs are ahead in all processes together. A run counts until it has
   * ended or, if its process died, until another process has ended it.
   */
  private async turn({ run, signal }: ActiveRun): Promise<void> {
    const ahead = () => this.store.database.read(agentCtx(run), (ctx) => this.store.runs.countAhead(ctx, run));
    while ((await ahead()) >= this.config.ZO_RUNS_AT_ONCE) {
      await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** The time limit does not include the wait. */
  private timed<T>(active: ActiveRun, work: () => Promise<T>): Promise<T> {
    const limit = setTimeout(() => active.abort('time'), this.config.ZO_RUN_MAX_MS);
    return work().finally(() => clearTimeout(limit));
  }
}
