import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';

const REST_MS = 150;
/** The page that crosses this part of the view is the one that is read. */
const EYES = 0.4;

interface Reading {
  pane: RefObject<HTMLElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** Pages of the document. */
  count: number;
  /** Page and part of it at the upper edge of the view; kept up to date. */
  anchor: RefObject<{ page: number; offset: number }>;
  active: boolean;
  onPage: (page: number) => void;
  /** Scrolling has come to rest, or the document is left. */
  onRest: () => void;
}

/** Follows where in a document one is. */
export function useReadingPlace({ pane, virtual, count, anchor, active, onPage, onRest }: Reading): void {
  useEffect(() => {
    const element = pane.current;
    if (!element || !active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      const upper = virtual.getVirtualItemForOffset(scrollTop);
      if (upper)
        anchor.current = {
          page: upper.index + 1,
          offset: Math.min(1, Math.max(0, (scrollTop - upper.start) / upper.size)),
        };
      // Where many pages fit, the uppermost whole one is read.
      const eyes = Math.min(clientHeight * EYES, (upper?.size ?? clientHeight) / 2);
      const seen = virtual.getVirtualItemForOffset(scrollTop + eyes);
      // At the very end it is the last page, however short.
      if (seen) onPage(scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2 ? count : seen.index + 1);
      clearTimeout(timer);
      timer = setTimeout(onRest, REST_MS);
    };
    onScroll();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      clearTimeout(timer);
      onRest();
    };
  }, [pane, virtual, count, anchor, active, onPage, onRest]);
}
