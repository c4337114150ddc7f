import { useEffect, useState, type RefObject } from 'react';

/** Narrower pages have no preview. */
const WIDE = 1_100;

/** Whether the page has room for a preview beside the results. */
export function useIsWide(page: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWide((entry?.contentRect.width ?? 0) >= WIDE));
    observer.observe(page.current!);
    return () => observer.disconnect();
  }, [page]);
  return isWide;
}
