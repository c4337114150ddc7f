/**
 * The port to the spending limits of a run. Each model step and each tool call makes a reservation before it starts,
 * and settles or releases it exactly once.
 */
import { Injectable } from '@nestjs/common';
import type { Run } from '../store/runs.repository.js';

export type Unit = 'step' | 'call';

/** One expense. Keys of a run are unique: the part chosen by the model cannot make two keys collide. */
export interface Expense {
  readonly key: string;
  readonly unit: Unit;
}

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
  /** Records the expense. */
  settle(): Promise<void>;
  /** Frees the reservation, because nothing was spent. */
  release(): Promise<void>;
}

/** A sentence for the model or the user. */
export interface Refusal {
  readonly refused: string;
}

export interface SpendingLimit {
  reserve(expense: Expense): Promise<Reservation | Refusal>;
}

/** Opens the limit of a run. `spent` lists the expenses before it was resumed. */
export type OpenLimit = (run: Run, spent: readonly Expense[]) => SpendingLimit;

/** Combines all registered limits: an expense must fit into each of them. */
@Injectable()
export class SpendingLimits {
  private readonly all: OpenLimit[] = [];

  register(open: OpenLimit): void {
    this.all.push(open);
  }

  open(run: Run, spent: readonly Expense[]): SpendingLimit {
    const limits = this.all.map((open) => open(run, spent));
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
  return { settle: async () => void (await Promise.all(held.map((reservation) => reservation.settle()))), release };
}

/**
 * Runs `work` within the limit; `work` calls `spent` as soon as something is spent. The reservation is then settled or
 * released exactly once, even if `work` throws.
 */
export async function spend<T>(
  limit: SpendingLimit,
  expense: Expense,
  work: (spent: () => void) => Promise<T>,
): Promise<T | Refusal> {
  const reservation = await limit.reserve(expense);
  if ('refused' in reservation) return reservation;
  let isSpent = false;
  try {
    return await work(() => (isSpent = true));
  } finally {
    await (isSpent ? reservation.settle() : reservation.release());
  }
}
