import { useEffect, useRef, useState } from 'react';

/** ED-01: edits of fields are held back for this long. */
const DEBOUNCE_MS = 300;

/** What is typed into a field of the front matter: `onChange` hears of it after a pause, on `flush`, and at the end. */
export function useHeld(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  const flush = () => {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = undefined;
  };
  const change = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    pending.current = () => onChange(next);
    timer.current = setTimeout(flush, DEBOUNCE_MS);
  };
  // An edit that is still held back is part of the text when it is left.
  useEffect(() => flush, []);
  useEffect(() => {
    if (!pending.current) setTyped(undefined);
  }, [value]);
  return { held: typed ?? value, change, flush };
}
