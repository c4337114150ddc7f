import { useEffect, useState } from 'react';

/** True once the moment has passed, in Unix milliseconds. */
export function useHasPassed(at: number): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(at), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return passed === at;
}
