import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Location, Place } from '@zo/web/paths';
import { usePageKeys } from '../../../panes/pane-context';
import { FindBar } from './find-bar';
import { positionOfDest, type Dest } from './dest';
import { PdfPages } from './pdf-pages';
import { PdfRail } from './pdf-rail';
import { PdfToolbar } from './pdf-toolbar';
import { useFind } from './use-find';
import { useHitMarks } from './use-hit-marks';
import { usePages } from './use-pages';
import { stepFrom } from './use-zoom';

const RAIL = 'zo.pdf-rail';

/** Whether the rail is open, stored in the browser. */
function useRail(): [boolean, () => void] {
  const [open, setOpen] = useState(() => localStorage.getItem(RAIL) === 'open');
  const toggle = () => {
    setOpen(!open);
    localStorage.setItem(RAIL, open ? 'closed' : 'open');
  };
  return [open, toggle];
}

/** Ctrl+F searches the document, except while the focus is in another part of the page. */
function useFindKey(pane: RefObject<HTMLElement | null>, onFind: () => void): void {
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f') return;
    const from = event.target as HTMLElement;
    if (from !== document.body && !from.closest('main')?.contains(pane.current)) return;
    event.preventDefault();
    onFind();
  });
}

export interface PdfDocumentProps {
  pdf: PDFDocumentProxy;
  location: Location;
  /** The page to show first, instead of the one that was left. */
  place: Place | undefined;
  /** Set to a function that follows a link inside the document. */
  follow: RefObject<((dest: Dest) => void) | undefined>;
}

/** Shows the page of a place, once for each visit of its address. */
function usePlace(place: Place | undefined, { ready, goTo }: ReturnType<typeof usePages>): void {
  const shown = useRef<Place>(undefined);
  useEffect(() => {
    if (!place || !ready || shown.current === place) return;
    shown.current = place;
    goTo(place.line);
  }, [place, ready, goTo]);
}

/** An open document: toolbar, rail and pages. */
export function PdfDocument({ pdf, location, place, follow }: PdfDocumentProps) {
  const pages = usePages(pdf, location);
  const { page, goTo, setZoom, scale, pane } = pages;
  usePlace(place, pages);
  const now = useRef(page);
  now.current = page;
  const find = useFind(
    pdf,
    useCallback(() => now.current, []),
  );
  const marks = useHitMarks({ pane, find, goTo });
  const [rail, toggleRail] = useRail();
  const [finding, setFinding] = useState(false);
  const openFind = useCallback(() => setFinding(true), []);
  useFindKey(pane, openFind);

  const goToDest = useCallback(
    (dest: Dest) => void positionOfDest(pdf, dest).then((found) => found && goTo(found.page, found.top)),
    [pdf, goTo],
  );
  useEffect(() => void (follow.current = goToDest), [follow, goToDest]);
  const closeFind = () => {
    setFinding(false);
    find.setQuery('');
    pane.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.target instanceof HTMLInputElement) return;
    const run = {
      '+': () => setZoom(stepFrom(scale, 1)),
      '=': () => setZoom(stepFrom(scale, 1)),
      '-': () => setZoom(stepFrom(scale, -1)),
      '0': () => setZoom('auto'),
    }[event.key];
    const move = event.ctrlKey || event.metaKey ? undefined : { ArrowRight: page + 1, ArrowLeft: page - 1 }[event.key];
    if (!run && move === undefined) return;
    event.preventDefault();
    if (run) run();
    else goTo(move!);
  };

  return (
    <div className="@container flex h-full flex-col" onKeyDown={onKeyDown}>
      <PdfToolbar
        pages={pages}
        count={pdf.numPages}
        rail={rail}
        onRail={toggleRail}
        find={finding ? <FindBar find={find} onClose={closeFind} /> : null}
        onFind={openFind}
      />
      <div className="relative flex min-h-0 flex-1">
        {rail ? <PdfRail pdf={pdf} page={page} hits={find.hits} onPage={goTo} onDest={goToDest} /> : null}
        <PdfPages pdf={pdf} pages={pages} onTextLayer={marks} />
      </div>
    </div>
  );
}
