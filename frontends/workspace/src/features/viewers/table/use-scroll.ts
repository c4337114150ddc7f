import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { boxHeight, follow, scrollTopOf, type ScrollWindow } from './scroll-window';

/** After a scroll has rested so long, the scroll bar is put where the rows are. */
const REST_MS = 120;

export interface Scroll {
  /** Height of the box that holds the rows. */
  height: number;
  /** First pixel of the rows that is seen, and where it is in the box. */
  top: number;
  scrollTop: number;
  left: number;
  view: { width: number; height: number };
  onScroll: () => void;
  /** Scrolls so that pixels of the rows are seen. */
  reveal: (from: number, to: number) => void;
}

/** Scrolling over rows of any number. `head`: height of what is always seen above them. */
export function useScroll(scroller: RefObject<HTMLDivElement | null>, full: number, head: number): Scroll {
  const [view, setView] = useState({ width: 0, height: 0 });
  const [left, setLeft] = useState(0);
  const [at, setAt] = useState<ScrollWindow>({ top: 0, scrollTop: 0 });
  const sizes = { full, view: Math.max(0, view.height - head) };
  const known = useRef({ at, sizes });
  known.current.sizes = sizes;

  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const resting = useRef<number>(undefined);
  const put = useCallback((next: ScrollWindow) => {
    known.current.at = next;
    setAt(next);
  }, []);
  const align = useCallback(() => {
    const { top } = known.current.at;
    const scrollTop = scrollTopOf(top, known.current.sizes);
    put({ top, scrollTop });
    if (scroller.current) scroller.current.scrollTop = scrollTop;
    // Browsers round it.
    put({ top, scrollTop: scroller.current?.scrollTop ?? scrollTop });
  }, [put, scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current!;
    setLeft(element.scrollLeft);
    if (element.scrollTop === known.current.at.scrollTop) return;
    put(follow(known.current.at, element.scrollTop, known.current.sizes));
    window.clearTimeout(resting.current);
    if (known.current.sizes.full > boxHeight(known.current.sizes)) resting.current = window.setTimeout(align, REST_MS);
  }, [align, put, scroller]);

  const reveal = useCallback(
    (from: number, to: number) => {
      const { at: now, sizes: box } = known.current;
      const last = Math.max(0, box.full - box.view);
      const top = from < now.top ? from : to > now.top + box.view ? to - box.view : now.top;
      known.current.at = { ...now, top: Math.min(last, Math.max(0, top)) };
      align();
    },
    [align],
  );

  // Fewer rows than before, as after a filter.
  useLayoutEffect(() => {
    const last = Math.max(0, full - sizes.view);
    if (known.current.at.top > last) {
      known.current.at = { ...known.current.at, top: last };
      align();
    }
  }, [full, sizes.view, align]);

  return { height: boxHeight(sizes), top: at.top, scrollTop: at.scrollTop, left, view, onScroll, reveal };
}
