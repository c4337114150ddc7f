import { whenIdle } from '@zo/web/store';
import type * as Drag from './drag';

let loaded: typeof Drag | undefined;
let loading: Promise<void> | undefined;

/** Loads it when the rows are there, or when files from outside are dragged over the page before. */
async function load(): Promise<void> {
  await Promise.race([
    whenIdle(),
    new Promise((resolve) => window.addEventListener('dragenter', resolve, { capture: true, once: true })),
  ]);
  try {
    loaded = await import('./drag');
  } catch {
    // Nothing is dragged; the next row tries again.
    loading = undefined;
  }
}

/**
 * Registers what is dragged or dropped on, as soon as the code for it is there: no first page waits for it. Returns the
 * end of the registration.
 */
export function withDrag(register: (drag: typeof Drag) => () => void): () => void {
  if (loaded) return register(loaded);
  let isOver = false;
  let stop: (() => void) | undefined;
  void (loading ??= load()).then(() => {
    if (loaded && !isOver) stop = register(loaded);
  });
  return () => {
    isOver = true;
    stop?.();
  };
}
