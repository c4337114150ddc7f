/** Limits the concurrent runs of one user in this process, and the duration of each; further runs wait in order. */
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@zo/rpc';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import type { ActiveRun } from './active-run.js';

interface UserQueue {
  readonly slots: Semaphore;
  /** Runs that hold a slot or wait for one. */
  runs: number;
}

@Injectable()
export class UserSlots {
  private readonly users = new Map<string, UserQueue>();

  constructor(@Inject(CHAT_CONFIG) private readonly config: ChatConfig) {}

  /**
   * Runs `work` in the next free slot and aborts a run that exceeds its time limit. @throws the signal's reason if it
   * aborts first
   */
  async inSlot<T>(active: ActiveRun, work: () => Promise<T>): Promise<T> {
    const { userId } = active.run;
    const queue = this.users.get(userId) ?? { slots: new Semaphore(this.config.ZO_RUNS_AT_ONCE), runs: 0 };
    this.users.set(userId, queue);
    queue.runs++;
    try {
      const release = await queue.slots.take(active.signal);
      // The time limit starts here and does not include the wait.
      const limit = setTimeout(() => active.cut('time'), this.config.ZO_RUN_MAX_MS);
      return await work().finally(() => {
        clearTimeout(limit);
        release();
      });
    } finally {
      if (--queue.runs === 0) this.users.delete(userId);
    }
  }
}
