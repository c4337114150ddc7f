import { useEffect, useState } from 'react';

/** The text as it was when it last rested for that many milliseconds. */
export function useDelayed(text: string, ms: number): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return delayed;
}
