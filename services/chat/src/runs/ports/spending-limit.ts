/**
 * The port to what bounds the spending of a run. Each step of the model and each call of a tool reserves before it
 * begins, and settles or releases exactly once.
 */
import { Injectable } from '@nestjs/common';
import type { Run } from '../store/runs.repository.js';

export type Unit = 'step' | 'call';

/** One expense. Keys of a run are unique: no name that the model chose stands where another key could have it. */
export interface Expense {
  readonly key: string;
  readonly unit: Unit;
}

export const stepExpense = (runId: string, step: number): Expense => ({ key: `${runId}:step:${step}`, unit: 'step' });
export const callExpense = (runId: string, { step, callId }: { step: number; callId: string }): Expense => ({
  key: `${runId}:${step}:call:${callId}`,
  unit: 'call',
});

export interface Reservation {
  /** It was spent. */
  settle(): Promise<void>;
  /** Nothing was spent. */
  release(): Promise<void>;
}

/** A sentence for the model or the user. */
export interface Refusal {
  readonly refused: string;
}

export interface SpendingLimit {
  reserve(expense: Expense): Promise<Reservation | Refusal>;
}

/** Opens the limit of a run. `spent` is what it had spent before it was resumed. */
export type OpenLimit = (run: Run, spent: readonly Expense[]) => SpendingLimit;

/** A run spends within all limits that are registered. */
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
 * Does `work` within the limit; it calls `spent` as soon as something is spent. However it ends, the reservation is
 * settled or released once.
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
