import { useEffect, useRef, useState } from 'react';
import { paletteToggled, useAppDispatch, useAppSelector, useIdle } from '@zo/web/store';
import { loadable } from '@zo/web/ui';

const load = () => import('./palette');
const Palette = loadable(() => load().then((module) => module.default));
const IDLE_MS = 3000;

/** What was typed between opening the palette and the arrival of its code. */
function useEarlyText(waiting: boolean): () => string {
  const text = useRef('');
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!waiting) return;
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      if (event.key === 'Escape') dispatch(paletteToggled(false));
      else if (event.key === 'Backspace') text.current = text.current.slice(0, -1);
      else if (event.key.length === 1) text.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [waiting]);
  // Taken once: the palette opens empty the next time.
  return () => {
    const taken = text.current;
    text.current = '';
    return taken;
  };
}

/** Loads the palette when the page is idle, at the latest when it opens. */
export function PaletteHost() {
  const open = useAppSelector((state) => state.ui.paletteOpen);
  const isIdle = useIdle(IDLE_MS);
  const [used, setUsed] = useState(false);
  const [ready, setReady] = useState(false);
  const takeEarlyText = useEarlyText(open && !ready);
  useEffect(() => {
    if (isIdle) load().catch(() => undefined);
  }, [isIdle]);
  if (open && !used) setUsed(true);
  return used ? <Palette takeEarlyText={takeEarlyText} onReady={() => setReady(true)} /> : null;
}
