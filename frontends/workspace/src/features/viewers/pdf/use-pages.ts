import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Location } from '@zo/web/paths';
import { readPosition, writePosition } from './reading-position';
import { useReadingPosition } from './use-reading-position';
import { scaleOf, usePaneSize, useWheelZoom, type Size, type Zoom } from './use-zoom';

const GAP = 14;
/** A4, used until the size of the first page is known. */
const USUAL: Size = { width: 595, height: 842 };

export interface Pages {
  pane: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  scale: number;
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** The current page, from 1. */
  page: number;
  /** Scrolls to a page; `top` is the distance from its upper edge in points. */
  goTo: (page: number, top?: number) => void;
  sizeOf: (page: number) => Size;
  /** Called when a page is loaded and its size is known. */
  onSize: (page: number, size: Size) => void;
}

/** Sizes of the pages; a page that is not loaded counts as large as the first. */
function useSizes(pdf: PDFDocumentProxy) {
  const [first, setSize] = useState<Size>();
  useEffect(() => {
    let over = false;
    pdf.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (!over) setSize({ width, height });
      },
      () => over || setSize(USUAL),
    );
    return () => void (over = true);
  }, [pdf]);
  const sizes = useRef(new Map<number, Size>());
  const sizeOf = useCallback((page: number) => sizes.current.get(page) ?? first ?? USUAL, [first]);
  return { first, sizes, sizeOf };
}

/** Layout of the pages: which are rendered, their scale, and the current page. */
export function usePages(pdf: PDFDocumentProxy, location: Location): Pages & { ready: boolean } {
  const pane = useRef<HTMLDivElement>(null);
  const paneSize = usePaneSize(pane);
  const [left] = useState(() => readPosition(location));
  const [zoom, setZoom] = useState<Zoom>(left?.zoom ?? 'auto');
  const { first, sizes, sizeOf } = useSizes(pdf);
  const scale = scaleOf(zoom, first ?? USUAL, paneSize);
  const ready = first !== undefined && paneSize.width > 0;
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: ready ? pdf.numPages : 0,
    getScrollElement: () => pane.current,
    estimateSize: (index) => Math.round(sizeOf(index + 1).height * scale),
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP * 2,
    overscan: 1,
  });

  /** Page at the upper edge of the view and the share of it above; restored after a change of scale. */
  const anchor = useRef({ page: left?.page ?? 1, offset: left?.offset ?? 0 });
  const [page, setPage] = useState(anchor.current.page);
  const [settled, setSettled] = useState(false);
  const store = useCallback(() => writePosition(location, { ...anchor.current, zoom }), [location, zoom]);

  const goTo = useCallback(
    (wanted: number, top = 0) => {
      const number = Math.min(pdf.numPages, Math.max(1, wanted));
      const start = virtual.measurementsCache[number - 1]?.start ?? 0;
      pane.current?.scrollTo({ top: start + top * scale - (top ? GAP * 4 : GAP) });
    },
    [virtual, scale, pdf],
  );

  // After a change of scale, the same part of the same page stays at the upper edge.
  useLayoutEffect(() => {
    if (!ready) return;
    virtual.measure();
    // React sets the new height only in the next render, but scrolling needs it now.
    const content = pane.current?.firstElementChild;
    if (content instanceof HTMLElement) content.style.height = `${virtual.getTotalSize()}px`;
    const { page: at, offset } = anchor.current;
    const item = virtual.measurementsCache[at - 1];
    if (item && pane.current) pane.current.scrollTop = item.start + offset * item.size - (offset ? 0 : GAP);
    setSettled(true);
  }, [ready, scale, virtual]);

  const onSize = useCallback(
    (number: number, size: Size) => {
      const known = sizeOf(number);
      sizes.current.set(number, size);
      if (known.width !== size.width || known.height !== size.height)
        virtual.resizeItem(number - 1, Math.round(size.height * scale));
    },
    [virtual, scale, sizeOf, sizes],
  );

  useReadingPosition({ pane, virtual, count: pdf.numPages, anchor, active: settled, onPage: setPage, onRest: store });

  useWheelZoom(pane, scale, setZoom);
  return { pane, virtual, scale, zoom, setZoom, page, goTo, sizeOf, onSize, ready };
}
