/** What the people and personas behind a run may spend on its model. */
import type { Purse } from '../../allowances/purse.js';
import { agentCtx } from '../store/agent-ctx.js';
import type { Expense, MeteredModel, Refusal, Reservation, SpendingLimit } from '../ports/spending-limit.js';
import type { Run } from '../store/runs.repository.js';

const NOTHING: Reservation = { settle: async () => undefined, release: async () => undefined };

export class RunAllowance implements SpendingLimit {
  private isLimited: boolean;
  private hasBegun = false;

  constructor(
    private readonly purse: Purse,
    private readonly run: Run,
    private readonly model: MeteredModel,
  ) {
    this.isLimited = model.isLimited;
  }

  async reserve({ unit, estimate }: Expense): Promise<Reservation | Refusal> {
    const { payerId, price, thinking } = this.model;
    if (unit === 'call' || !payerId) return NOTHING;
    const { userId, zofile, id: runId, model } = this.run;
    const purchase = { userId, payerId, zofileId: zofile?.id ?? null, runId, task: 'chat', model, price };
    const ctx = agentCtx(this.run);
    const input = () => estimate?.() ?? 0;
    // What was read with the run holds for its first step; a limit that is set meanwhile holds for the next.
    if (this.hasBegun && !this.isLimited) this.isLimited = await this.purse.isLimited(ctx, purchase);
    this.hasBegun = true;
    if (!this.isLimited)
      return {
        ...NOTHING,
        settle: (used) => this.purse.record(ctx, purchase, used ?? { input: input(), output: 0 }),
      };
    const order = { ...purchase, input: input(), thinking };
    const held = await this.purse.reserve(order);
    if ('refused' in held) return held;
    return {
      maxOutputTokens: held.maxOutputTokens,
      settle: (used) => this.purse.settle(ctx, held.id, { price, used: used ?? { input: order.input, output: 0 } }),
      release: () => this.purse.release(ctx, held.id),
    };
  }
}
