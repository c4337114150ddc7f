const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/**
 * Polls `probe` until it returns something other than undefined or false, less often the longer it takes, because
 * probes take processor time from what they wait for. @throws with the last error as cause after `ms`
 */
export async function eventually<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 120_000,
): Promise<T> {
  const begun = Date.now();
  let last: unknown;
  while (Date.now() < begun + ms) {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(Date.now() - begun)));
  }
  throw new Error(`nothing happened within ${ms} ms`, { cause: last });
}

const pauseAfter = (elapsedMs: number) => Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS + elapsedMs / 50);
