/** The spending limit of a run in money, as a schedule sets it. */
import { costOf, NANO_PER_DOLLAR, type Tokens } from '../../allowances/price.js';
import type { Expense, LimitedBy, MeteredModel, Refusal, Reservation, SpendingLimit } from '../ports/spending-limit.js';
import type { Run } from '../store/runs.repository.js';

/** Longest answer of a step that is limited. */
const MAX_OUTPUT_TOKENS = 16_384;
/** Shorter ones say nothing. */
const MIN_OUTPUT_TOKENS = 256;
/** Estimates of the input may be too low. */
const INPUT_MARGIN = 1.25;
const NOTHING: Reservation = { settle: async () => undefined, release: async () => undefined };

export class RunCost implements SpendingLimit {
  /** Spent or reserved. */
  private spent: number;
  private readonly model: MeteredModel;

  constructor(
    private readonly run: Run,
    { model, spent }: LimitedBy,
  ) {
    this.model = model;
    const ofCalls = spent.reduce((sum, { nano = 0 }) => sum + nano, 0);
    this.spent = costOf(model.price, tokensOf(run)) + ofCalls;
  }

  async reserve({ unit, estimate, nano = 0 }: Expense): Promise<Reservation | Refusal> {
    const { payerId, price, thinking } = this.model;
    const limit = this.run.budget.nano;
    if (limit === undefined) return NOTHING;
    if (unit === 'call') return this.reserveCall(limit, nano);
    if (!payerId) return NOTHING;
    if (!price) return { refused: UNPRICED };
    const input = estimate?.() ?? 0;
    const left = limit - this.spent - costOf(price, { input: input * INPUT_MARGIN, output: 0 });
    const perToken = costOf(price, { input: 0, output: 1 });
    const output = Math.min(MAX_OUTPUT_TOKENS + thinking, perToken === 0 ? Infinity : Math.floor(left / perToken));
    if (left < 0 || output - thinking < MIN_OUTPUT_TOKENS) return { refused: refusalOf(limit) };
    const reserved = costOf(price, { input: input * INPUT_MARGIN, output });
    this.spent += reserved;
    return {
      maxOutputTokens: output - thinking,
      settle: async (used?: Tokens) => {
        this.spent += costOf(price, used ?? { input, output: 0 }) - reserved;
      },
      release: async () => void (this.spent -= reserved),
    };
  }

  private reserveCall(limit: number, nano: number): Reservation | Refusal {
    if (nano > 0 && this.spent + nano > limit) return { refused: refusalOf(limit) };
    this.spent += nano;
    return { ...NOTHING, release: async () => void (this.spent -= nano) };
  }
}

const tokensOf = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Run): Tokens => ({
  input: inputTokens,
  output: outputTokens,
  cached: { read: cacheReadTokens, written: cacheWriteTokens },
});

const UNPRICED =
  'This schedule limits what a run may spend, and the price of its model is not known. Set the price under Settings, ' +
  'Your AI, or take the limit away.';
const refusalOf = (nano: number) =>
  `A run of this schedule may spend at most $${(nano / NANO_PER_DOLLAR).toFixed(2)}, and what is left is too little ` +
  'to ' +
  'go on. Raise the limit of the schedule to let it do more.';
