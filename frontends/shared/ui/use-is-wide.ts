import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether an element has at least this width, measured before the first paint and on every resize. */
export function useIsWide(element: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setWide(node.clientWidth >= pixels);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, pixels]);
  return isWide;
}
