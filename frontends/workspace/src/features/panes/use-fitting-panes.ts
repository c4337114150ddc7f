import { useLayoutEffect, useState, type RefObject } from 'react';
import { MAX_PANES } from '../../panes/layout';

const MIN_PANE_PIXELS = 360;

/** How many panes of the smallest width fit into an element, at least one. */
export function useFittingPanes(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(1);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setCount(Math.min(MAX_PANES, Math.max(1, Math.floor(node.clientWidth / MIN_PANE_PIXELS))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return count;
}
