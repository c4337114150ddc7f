import { setTimeout as delay } from 'node:timers/promises';

/** For a batch of events to be acknowledged. */
export const SEND_TIMEOUT_MS = 10_000;
/** For a question about the cluster or the creation of a topic, with the client's own retries. */
export const ADMIN_TIMEOUT_MS = 30_000;
/** For a connection to close; what is left of it ends by itself. */
export const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Rejects when the work takes longer. Both clients leave calls unsettled when a connection ends while it opens or
 * closes: kafkajs stops its timers of requests when it begins to disconnect.
 */
export async function withDeadline<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const late = delay(ms, undefined, { signal: settled.signal, ref: false }).then(() => {
    throw new Error(`${what} took longer than ${ms} ms`);
  });
  late.catch(() => undefined);
  // When the deadline wins, nothing else handles a later rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
  }
}
