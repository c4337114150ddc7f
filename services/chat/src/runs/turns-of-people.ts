/** How many answers of one person are worked on at once; the others wait in the order they came. */
import { Turns } from '@zo/rpc';

interface Taken {
  readonly turns: Turns;
  /** Runs that have a turn or wait for one. */
  runs: number;
}

export class TurnsOfPeople {
  private readonly people = new Map<string, Taken>();

  constructor(private readonly atOnce: number) {}

  /** Runs `work` when its turn comes. @throws the signal's reason when it ends before that */
  async inTurn<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const person = this.people.get(userId) ?? { turns: new Turns(this.atOnce), runs: 0 };
    this.people.set(userId, person);
    person.runs++;
    try {
      const done = await person.turns.take(signal);
      return await work().finally(done);
    } finally {
      if (--person.runs === 0) this.people.delete(userId);
    }
  }
}
