/** The spending limit of every run: its own number of steps and calls. */
import type { Expense, Refusal, Reservation, SpendingLimit, Unit } from '../ports/spending-limit.js';
import type { Run } from '../store/runs.repository.js';

export class RunBudget implements SpendingLimit {
  /** Keys that are spent or reserved. */
  private readonly taken: Record<Unit, Set<string>> = { step: new Set(), call: new Set() };

  constructor(
    private readonly budget: Run['budget'],
    spent: readonly Expense[],
  ) {
    for (const { key, unit } of spent) this.taken[unit].add(key);
  }

  async reserve({ key, unit }: Expense): Promise<Reservation | Refusal> {
    const taken = this.taken[unit];
    if (taken.size >= this.limitOf(unit)) return { refused: this.refusalOf(unit) };
    taken.add(key);
    return {
      settle: async () => undefined,
      release: async () => void taken.delete(key),
    };
  }

  private limitOf(unit: Unit): number {
    return unit === 'step' ? this.budget.steps : this.budget.calls;
  }

  private refusalOf(unit: Unit): string {
    return unit === 'step'
      ? `The answer took more than ${this.budget.steps} steps and was ended. Say “go on” to continue.`
      : 'This answer has used up its tool calls. Say what is done and what is left.';
  }
}
