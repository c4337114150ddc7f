const tails = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work with the same key, so that what it has checked still holds when it acts. */
export async function serialised<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key);
  const mine = (async () => {
    await before?.catch(() => undefined);
    return work();
  })();
  tails.set(key, mine);
  try {
    return await mine;
  } finally {
    if (tails.get(key) === mine) tails.delete(key);
  }
}
