import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import { SkeletonRows, TabRow, cn } from '@zo/web/ui';
import type { Dest } from './dest';
import type { Hit } from './find-text';
import { PDF } from './messages';

const THUMBNAIL = 116;
const ROW = 184;
const MAX_LINES = 2_000;
const MAX_DEPTH = 8;

interface OutlineLine {
  title: string;
  dest: Dest;
  depth: number;
}
type Node = { title: string; dest: Dest; items?: Node[] };

/** The outline as a flat list, limited in length and depth. */
function linesOf(nodes: readonly Node[], depth = 0, lines: OutlineLine[] = []): OutlineLine[] {
  for (const { title, dest, items } of nodes) {
    if (lines.length >= MAX_LINES) break;
    lines.push({ title: title.trim() || 'Untitled', dest, depth });
    if (items && depth < MAX_DEPTH) linesOf(items, depth + 1, lines);
  }
  return lines;
}

function useOutline(pdf: PDFDocumentProxy): readonly OutlineLine[] | undefined {
  const [lines, setLines] = useState<readonly OutlineLine[]>();
  useEffect(() => {
    let over = false;
    const show = (nodes: unknown) => over || setLines(linesOf((nodes ?? []) as Node[]));
    pdf.getOutline().then(show, () => show([]));
    return () => void (over = true);
  }, [pdf]);
  return lines;
}

function Outline({ lines, onDest }: { lines: readonly OutlineLine[] | undefined; onDest: (dest: Dest) => void }) {
  if (!lines) return <SkeletonRows label="Loading" />;
  if (lines.length === 0) return <p className="px-4 py-2 text-sm text-text-2">{PDF.noOutline}</p>;
  return (
    <ul aria-label="Outline" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      {lines.map(({ title, dest, depth }, index) => (
        <li key={index}>
          <button
            type="button"
            title={title}
            onClick={() => onDest(dest)}
            className={cn(
              'block min-h-7 w-full truncate rounded-md py-1 pr-2 text-left text-sm text-text-2',
              'hover:bg-surface-3 hover:text-text-1 pointer-coarse:min-h-11',
            )}
            style={{ paddingLeft: 8 + depth * 12 }}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ThumbnailsProps {
  pdf: PDFDocumentProxy;
  page: number;
  hits: readonly Hit[];
  onPage: (page: number) => void;
}

function Thumbnails({ pdf, page, hits, onPage }: ThumbnailsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 1,
  });
  const found = useMemo(() => Map.groupBy(hits, (hit) => hit.page), [hits]);
  useEffect(() => virtual.scrollToIndex(page - 1, { align: 'auto' }), [page, virtual]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const number = index + 1;
          const count = found.get(number)?.length;
          return (
            <button
              key={index}
              type="button"
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Go to page ${number}`}
              onClick={() => onPage(number)}
              className="absolute inset-x-0 flex flex-col items-center justify-end gap-1 pb-2"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              <span
                className={cn(
                  'pdf-page flex max-h-38 overflow-hidden rounded-sm border',
                  number === page ? 'border-accent outline-2 outline-accent' : 'border-line-1',
                )}
              >
                <Page
                  pdf={pdf}
                  pageNumber={number}
                  width={THUMBNAIL}
                  suspense={false}
                  renderTextLayer={false}
                  renderAnnotationLayer={false}
                  devicePixelRatio={1}
                  loading={<span className="block h-38 w-29" />}
                  error={<span className="block h-38 w-29" />}
                />
              </span>
              <span
                className={cn('text-xs tabular-nums', number === page ? 'font-medium text-accent-text' : 'text-text-2')}
              >
                {number}
                {count ? `, ${count} ${count === 1 ? 'hit' : 'hits'}` : ''}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

const TABS = [
  { value: 'pages', label: 'Pages' },
  { value: 'outline', label: 'Outline' },
] as const;

export interface PdfRailProps extends ThumbnailsProps {
  onDest: (dest: Dest) => void;
}

/** Thumbnails or outline beside the pages, or over them in a narrow pane. */
export function PdfRail({ onDest, ...thumbnails }: PdfRailProps) {
  const lines = useOutline(thumbnails.pdf);
  const [chosen, setChosen] = useState<'pages' | 'outline'>();
  const tab = chosen ?? (lines?.length ? 'outline' : 'pages');
  return (
    <nav
      aria-label="Pages and outline"
      className={cn(
        'flex w-46 shrink-0 flex-col border-r border-line-1 bg-surface-1 @max-2xl:absolute',
        '@max-2xl:inset-y-0 @max-2xl:left-0 @max-2xl:z-10 @max-2xl:shadow-float',
      )}
    >
      <TabRow label="Rail" value={tab} onChange={setChosen} tabs={TABS} className="m-2" />
      {tab === 'outline' ? <Outline lines={lines} onDest={onDest} /> : <Thumbnails {...thumbnails} />}
    </nav>
  );
}
