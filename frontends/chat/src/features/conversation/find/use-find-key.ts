import { useEffect, useRef, useState, type KeyboardEvent as ReactKey } from 'react';
import { modKey } from '@zo/web/ui';

const isFind = (event: KeyboardEvent | ReactKey) =>
  modKey(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';

/**
 * Whether the search of the chat is open, and its keys. Asked for a second time, the browser's own search comes.
 * `isAlone`: the chat fills the window, so that the keys are for it wherever the focus is.
 */
export function useFindKey({ canFind, isAlone }: { canFind: boolean; isAlone: boolean }) {
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((count) => count + 1);
  const close = () => setAsked(0);
  const take = (event: KeyboardEvent | ReactKey) => {
    const isInField = (event.target as Element).closest?.('search') !== null;
    if (!canFind || event.defaultPrevented || !isFind(event) || isInField) return;
    event.preventDefault();
    open();
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isAlone) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.target === document.body) latest.current(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isAlone]);
  return { asked: canFind ? asked : 0, open, close, onKeyDown: take };
}
