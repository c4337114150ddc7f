import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { rangesIn } from './find-text';
import type { Find } from './use-find';

const ALL = 'pdf-hit';
const NOW = 'pdf-hit-now';

interface Marking {
  pane: RefObject<HTMLElement | null>;
  find: Find;
  goTo: (page: number) => void;
}

/**
 * Highlights the hits on rendered pages and scrolls to the current one. Returns a callback for when a text layer is
 * ready.
 */
export function useHitMarks({ pane, find, goTo }: Marking): () => void {
  const { pattern, current } = find;
  const wanted = useRef(current);
  const mark = useCallback(() => {
    const all: Range[] = [];
    let now: Range | undefined;
    for (const layer of pattern && pane.current ? pane.current.querySelectorAll('.textLayer') : []) {
      const ranges = rangesIn(layer, pattern!);
      const page = Number(layer.closest<HTMLElement>('[data-page]')?.dataset.page);
      if (current?.page === page) now = ranges[current.index];
      all.push(...ranges.filter((range) => range !== now));
    }
    CSS.highlights.set(ALL, new Highlight(...all));
    CSS.highlights.set(NOW, new Highlight(...(now ? [now] : [])));
    if (!now || wanted.current !== current) return;
    wanted.current = undefined;
    bringIntoView(pane.current!, now);
  }, [pattern, current, pane]);

  const go = useRef(goTo);
  go.current = goTo;
  useEffect(() => {
    wanted.current = current;
    mark();
    // When the page of the hit is not rendered yet, go there; the hit is highlighted once its text layer is ready.
    if (current && wanted.current) go.current(current.page);
  }, [mark, current]);
  useEffect(
    () => () => {
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(NOW);
    },
    [],
  );
  const latest = useRef(mark);
  latest.current = mark;
  return useCallback(() => latest.current(), []);
}

function bringIntoView(pane: HTMLElement, range: Range): void {
  const view = pane.getBoundingClientRect();
  const box = range.getBoundingClientRect();
  const isSeen =
    box.top >= view.top + 24 && box.bottom <= view.bottom - 24 && box.left >= view.left && box.right <= view.right;
  if (isSeen) return;
  pane.scrollBy({
    top: box.top - view.top - view.height / 3,
    left: box.left < view.left || box.right > view.right ? box.left - view.left - view.width / 3 : 0,
  });
}
