/** How many requests of one user go to models for media at once: a slow model of one user delays nobody else. */
import { Semaphore } from '@zo/rpc';

const MAX_OF_USER = 4;
const slots = new Map<string, { readonly free: Semaphore; users: number }>();

/** @throws the signal's reason if it aborts first */
export async function inSlotOf<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const known = slots.get(userId) ?? { free: new Semaphore(MAX_OF_USER), users: 0 };
  slots.set(userId, known);
  known.users++;
  try {
    const release = await known.free.take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  } finally {
    if (--known.users === 0) slots.delete(userId);
  }
}
