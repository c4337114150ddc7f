/** How many runs of one user this process works on at once, and for how long; the others wait in the order they came. */
import { Inject, Injectable } from '@nestjs/common';
import { Turns } from '@zo/rpc';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import type { ActiveRun } from './active-run.js';

interface UserQueue {
  readonly slots: Turns;
  /** Runs that hold a slot or wait for one. */
  runs: number;
}

@Injectable()
export class UserSlots {
  private readonly users = new Map<string, UserQueue>();

  constructor(@Inject(CHAT_CONFIG) private readonly config: ChatConfig) {}

  /** Does `work` in the next free slot and cuts a run that takes too long. @throws the signal's reason when it fires before that */
  async inSlot<T>(active: ActiveRun, work: () => Promise<T>): Promise<T> {
    const { userId } = active.run;
    const queue = this.users.get(userId) ?? { slots: new Turns(this.config.ZO_RUNS_AT_ONCE), runs: 0 };
    this.users.set(userId, queue);
    queue.runs++;
    try {
      const release = await queue.slots.take(active.signal);
      // The time a run may take begins here, not while it waits.
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
