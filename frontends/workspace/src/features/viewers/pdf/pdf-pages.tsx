import type { PDFDocumentProxy } from 'pdfjs-dist';
import { memo, useRef } from 'react';
import { Page } from 'react-pdf';
import { Skeleton } from '@zo/web/ui';
import type { Pages } from './use-pages';
import { MARGIN, type Size } from './use-zoom';

/** Browsers fail to draw a canvas with more pixels. */
const MAX_CANVAS_PIXELS = 16_000_000;
const SAFE_LINK = /^(https?|mailto):/i;

const pixelRatio = (width: number, height: number) =>
  Math.min(window.devicePixelRatio || 1, 2, Math.sqrt(MAX_CANVAS_PIXELS / Math.max(1, width * height)));

/** Disables links other than web and mail addresses, as in notes and answers. */
function disarmLinks(page: HTMLElement | null): void {
  for (const link of page?.querySelectorAll<HTMLAnchorElement>('.annotationLayer a[href]') ?? []) {
    const href = link.getAttribute('href')!;
    if (href.startsWith('#') || SAFE_LINK.test(href)) continue;
    link.removeAttribute('href');
    link.onclick = () => false;
  }
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  scale: number;
  size: Size;
  onSize: (page: number, size: Size) => void;
  onTextLayer: () => void;
}

const PdfPage = memo(function PdfPage({ pdf, number, scale, size, onSize, onTextLayer }: PdfPageProps) {
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const element = useRef<HTMLDivElement>(null);
  const blank = <Skeleton className="h-full w-full rounded-none" />;
  return (
    <div
      ref={element}
      role="region"
      aria-label={`Page ${number}`}
      data-page={number}
      className="pdf-page shrink-0 overflow-hidden rounded-sm shadow-float"
      style={{ width, height }}
    >
      <Page
        pdf={pdf}
        pageNumber={number}
        scale={scale}
        suspense={false}
        devicePixelRatio={pixelRatio(width, height)}
        loading={blank}
        error={<p className="p-6 text-sm text-bad">Page {number} is damaged and can’t be shown.</p>}
        onLoadSuccess={({ originalWidth, originalHeight }) =>
          onSize(number, { width: originalWidth, height: originalHeight })
        }
        onRenderTextLayerSuccess={onTextLayer}
        onRenderAnnotationLayerSuccess={() => disarmLinks(element.current)}
      />
    </div>
  );
});

export interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  pages: Pages;
  onTextLayer: () => void;
}

/** The column of pages, virtualised. */
export function PdfPages({ pdf, pages, onTextLayer }: PdfPagesProps) {
  const { pane, virtual, scale, sizeOf, onSize } = pages;
  const items = virtual.getVirtualItems();
  const widest = Math.max(0, ...items.map(({ index }) => sizeOf(index + 1).width * scale)) + 2 * MARGIN;
  return (
    <div
      ref={pane}
      tabIndex={0}
      data-page-focus
      role="group"
      aria-label="Pages"
      className="min-w-0 flex-1 overflow-auto bg-surface-2 outline-none inset-ring-focus"
    >
      <div className="relative min-w-full" style={{ height: virtual.getTotalSize(), width: widest }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            className="absolute inset-x-0 top-0 flex justify-center"
            style={{ transform: `translateY(${start}px)` }}
          >
            <PdfPage
              pdf={pdf}
              number={index + 1}
              scale={scale}
              size={sizeOf(index + 1)}
              onSize={onSize}
              onTextLayer={onTextLayer}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
