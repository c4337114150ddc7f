import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';

const REST_MS = 150;
/** The page at this fraction of the view counts as the current one. */
const CURRENT_PAGE_FRACTION = 0.4;

interface Reading {
  pane: RefObject<HTMLElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** Pages of the document. */
  count: number;
  /** Page at the upper edge of the view and the share of it above; updated on scroll. */
  anchor: RefObject<{ page: number; offset: number }>;
  active: boolean;
  onPage: (page: number) => void;
  /** Called when scrolling stops, or when the document is closed. */
  onRest: () => void;
}

/** Tracks the reading position in a document. */
export function useReadingPosition({ pane, virtual, count, anchor, active, onPage, onRest }: Reading): void {
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
      // When several pages fit into the view, the uppermost complete one is current.
      const eyes = Math.min(clientHeight * CURRENT_PAGE_FRACTION, (upper?.size ?? clientHeight) / 2);
      const seen = virtual.getVirtualItemForOffset(scrollTop + eyes);
      // At the very end the last page is current, however short it is.
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
