/**
 * Retries each call a fixed number of times. The SDK's own strategy shares one retry budget among all calls and stops
 * retrying after a few hundred failures, so a store that restarts would fail calls that a retry could save.
 */
import { setTimeout as delay } from 'node:timers/promises';

const MAX_ATTEMPTS = 6;
const BASE_DELAY_MS = 50;
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504]);

interface Attempt {
  getRetryCount(): number;
  getRetryDelay(): number;
}

/** Returns the HTTP status of an error response; undefined if the response was missing or incomplete. */
export function statusOf(error: unknown): number | undefined {
  const { $fault, $metadata } = error as { $fault?: string; $metadata?: { httpStatusCode?: number } };
  return $fault ? $metadata?.httpStatusCode : undefined;
}

const attempt = (count: number): Attempt => ({ getRetryCount: () => count, getRetryDelay: () => 0 });

const backOff = (count: number) => delay(BASE_DELAY_MS * 2 ** (count - 1) * (0.5 + Math.random()));

/** Retries a read whose response breaks off after its headers, which the SDK does not detect. */
export async function readWhole<T>(read: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await read();
    } catch (error) {
      if (statusOf(error) !== undefined || count >= MAX_ATTEMPTS) throw error;
      await backOff(count);
    }
  }
}

/** A retry strategy for the SDK. All calls of this store are idempotent. */
export const fixedRetries = {
  acquireInitialRetryToken: async (): Promise<Attempt> => attempt(0),

  async refreshRetryTokenForRetry(last: Attempt, { error }: { error?: unknown }): Promise<Attempt> {
    const count = last.getRetryCount() + 1;
    const status = statusOf(error);
    if (count >= MAX_ATTEMPTS || (status !== undefined && !PASSING.has(status))) throw error;
    await backOff(count);
    return attempt(count);
  },

  recordSuccess(): void {},
};
