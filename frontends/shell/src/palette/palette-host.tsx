import { lazy, Suspense, useState } from 'react';
import { useAppSelector } from '@zo/web/store';

const Palette = lazy(() => import('./palette'));

/** Loads the palette the first time it is opened. */
export function PaletteHost() {
  const open = useAppSelector((state) => state.ui.paletteOpen);
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  return used ? <Suspense><Palette /></Suspense> : null;
}
