/** How many runs of one user this process works on at once; the others wait in the order they came. */
import { Turns } from '@zo/rpc';

interface UserQueue {
  readonly slots: Turns;
  /** Runs that hold a slot or wait for one. */
  runs: number;
}

export class UserSlots {
  private readonly users = new Map<string, UserQueue>();

  constructor(private readonly limit: number) {}

  /** Runs `work` in the next free slot. @throws the signal's reason when it ends before that */
  async inSlot<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = this.users.get(userId) ?? { slots: new Turns(this.limit), runs: 0 };
    this.users.set(userId, queue);
    queue.runs++;
    try {
      const release = await queue.slots.take(signal);
      return await work().finally(release);
    } finally {
      if (--queue.runs === 0) this.users.delete(userId);
    }
  }
}
