/**
 * The port to the spending limits of a run. Each model step and each tool call makes a reservation before it starts,
 * and settles or releases it exactly once.
 */
import { Injectable } from '@nestjs/common';
import type { Price, Tokens } from '../../allowances/price.js';
import type { Run } from '../store/runs.repository.js';

export type Unit = 'step' | 'call';

/** One expense. Keys of a run are unique: the part chosen by the model cannot make two keys collide. */
export interface Expense {
  readonly key: string;
  readonly unit: Unit;
  /** About how many tokens the request has; called only where that is limited. */
  readonly estimate?: () => number;
  /** What a call costs, in billionths of a dollar, where that is known before. */
  readonly nano?: number;
}

/** One that was made before the run was resumed. `tool`: what was called. */
export type SpentBefore = Expense & { readonly tool?: string };

export const stepExpense = (runId: string, step: number): Expense => ({ key: `${runId}:step:${step}`, unit: 'step' });
export const summaryExpense = (runId: string, step: number): Expense => ({
  key: `${runId}:summary:${step}`,
  unit: 'step',
});
export const callExpense = (runId: string, { step, callId }: { step: number; callId: string }): Expense => ({
  key: `${runId}:${step}:call:${callId}`,
  unit: 'call',
});
/** A request to the model that a call makes. */
export const askExpense = (runId: string, call: { step: number; callId: string }): Expense => ({
  key: `${callExpense(runId, call).key}:ask`,
  unit: 'step',
});

export interface Reservation {
  /** Records the expense; without `used` what was sent is counted. */
  settle(used?: Tokens): Promise<void>;
  /** Frees the reservation, because nothing was spent. */
  release(): Promise<void>;
  /** How long the answer may be; undefined: as the model likes. */
  readonly maxOutputTokens?: number;
}

/** A sentence for the model or the user. */
export interface Refusal {
  readonly refused: string;
}

export interface SpendingLimit {
  reserve(expense: Expense): Promise<Reservation | Refusal>;
}

/** The model of a run, as it is paid for. */
export interface MeteredModel {
  /** Whose key is used; undefined for the built-in helper, which costs nothing. */
  readonly payerId: string | undefined;
  /** Undefined: not known. */
  readonly price: Price | undefined;
  /** Whether anybody had limited what may be spent when the run began. */
  readonly isLimited: boolean;
  /** Tokens that it may think beside each answer. */
  readonly thinking: number;
}

/** `spent` lists the expenses before the run was resumed. */
export interface LimitedBy {
  readonly spent: readonly Expense[];
  readonly model: MeteredModel;
}

/** Opens the limit of a run. */
export type OpenLimit = (run: Run, by: LimitedBy) => SpendingLimit;

/** Combines all registered limits: an expense must fit into each of them. */
@Injectable()
export class SpendingLimits {
  private readonly all: OpenLimit[] = [];

  register(open: OpenLimit): void {
    this.all.push(open);
  }

  open(run: Run, by: LimitedBy): SpendingLimit {
    const limits = this.all.map((open) => open(run, by));
    return { reserve: (expense) => reserveAll(limits, expense) };
  }
}

async function reserveAll(limits: readonly SpendingLimit[], expense: Expense): Promise<Reservation | Refusal> {
  const held: Reservation[] = [];
  const release = async () => void (await Promise.all(held.map((reservation) => reservation.release())));
  for (const limit of limits) {
    const reservation = await limit.reserve(expense).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    if ('refused' in reservation) {
      await release();
      return reservation;
    }
    held.push(reservation);
  }
  const longest = held.flatMap(({ maxOutputTokens }) => maxOutputTokens ?? []);
  return {
    settle: async (used) => void (await Promise.all(held.map((reservation) => reservation.settle(used)))),
    release,
    ...(longest.length > 0 && { maxOutputTokens: Math.min(...longest) }),
  };
}

/**
 * Runs `work` within the limit; `work` calls `spent` as soon as something is spent, with how much if it is known. The
 * reservation is then settled or released exactly once, even if `work` throws.
 */
export async function spend<T>(
  limit: SpendingLimit,
  expense: Expense,
  work: (spent: (used?: Tokens) => void, reservation: Reservation) => Promise<T>,
): Promise<T | Refusal> {
  const reservation = await limit.reserve(expense);
  if ('refused' in reservation) return reservation;
  let spent: { readonly used?: Tokens } | undefined;
  try {
    return await work((used) => (spent = { used }), reservation);
  } finally {
    await (spent ? reservation.settle(spent.used) : reservation.release());
  }
}
