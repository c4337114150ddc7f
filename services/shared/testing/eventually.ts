/**
 * Polls `probe` until it returns something other than undefined or false. @throws with the last error as cause after
 * `ms`
 */
export async function eventually<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 120_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing happened within ${ms} ms`, { cause: last });
}
