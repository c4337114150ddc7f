import { useCallback, useEffect, useRef, useState } from 'react';

const RESET_MS = 800;

/** CH-09: true while the user types, and for 800 ms after the last key. */
export function useTyping(): [boolean, () => void] {
  const [typing, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const touch = useCallback(() => {
    setTyping(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTyping(false), RESET_MS);
  }, []);
  return [typing, touch];
}
