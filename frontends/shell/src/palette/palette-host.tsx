import { useEffect, useState } from 'react';
import { useAppSelector } from '@zo/web/store';
import { loadable } from '@zo/web/ui';

const load = () => import('./palette');
const Palette = loadable(() => load().then((module) => module.default));
const IDLE_MS = 3000;

/** Loads the palette when the page is idle, at the latest when it opens, so that the first keystrokes are not lost. */
export function PaletteHost() {
  const open = useAppSelector((state) => state.ui.paletteOpen);
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (open && !used) setUsed(true);
  return used ? <Palette /> : null;
}
