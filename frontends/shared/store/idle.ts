import { useEffect, useState } from 'react';
import { store } from './store';

const isLoading = () => Object.values(store.getState().api.queries).some((query) => query?.status === 'pending');

/**
 * Resolves once a page has had this much time and no query is under way: what nobody has used yet must not delay what
 * the page shows first.
 */
export async function whenIdle(ms = 0): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!isLoading()) return;
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (isLoading()) return;
      stop();
      resolve();
    });
  });
}

/** True from `whenIdle` on. */
export function useIdle(ms: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void whenIdle(ms).then(() => isMounted && setIdle(true));
    return () => void (isMounted = false);
  }, [ms]);
  return isIdle;
}
