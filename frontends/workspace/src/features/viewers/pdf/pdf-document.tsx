import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { nameOf, type Location, type Place } from '@zo/web/paths';
import { FindBar } from '../find/find-bar';
import { FIND } from '../find/messages';
import { useFindKey } from '../find/use-find-key';
import { positionOfDest, type Dest } from './dest';
import { PdfPages } from './pdf-pages';
import { PdfRail } from './pdf-rail';
import { PdfToolbar } from './pdf-toolbar';
import { MAX_HITS } from './find-text';
import { useFind, type Find } from './use-find';
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

export interface PdfDocumentProps {
  pdf: PDFDocumentProxy;
  location: Location;
  /** The page to show first, instead of the one that was left. */
  place: Place | undefined;
  /** Set to a function that follows a link inside the document. */
  follow: RefObject<((dest: Dest) => void) | undefined>;
}

/** Shows the page of a place and looks for its text from there, once for each visit of its address. */
function usePlace(
  place: Place | undefined,
  { ready, goTo }: ReturnType<typeof usePages>,
  seek: (place: Place) => void,
) {
  const shown = useRef<Place>(undefined);
  useEffect(() => {
    if (!place || !ready || shown.current === place) return;
    shown.current = place;
    goTo(place.line);
    seek(place);
  }, [place, ready, goTo, seek]);
}

function foundIn({ query, hits, at, searching }: Find): string {
  if (!query.trim()) return '';
  if (hits.length > 0) return FIND.of(at + 1, hits.length, searching || hits.length >= MAX_HITS);
  return searching ? FIND.searching : FIND.none;
}

/** An open document: toolbar, rail and pages. */
export function PdfDocument({ pdf, location, place, follow }: PdfDocumentProps) {
  const pages = usePages(pdf, location);
  const { page, goTo, setZoom, scale, pane } = pages;
  const now = useRef(page);
  now.current = page;
  /** The page of a place, before it has been scrolled to. */
  const sought = useRef<number>(undefined);
  const find = useFind(
    pdf,
    useCallback(() => sought.current ?? now.current, []),
  );
  const { setQuery } = find;
  const seek = useCallback(
    ({ line, text = '' }: Place) => {
      sought.current = line;
      setQuery(text);
    },
    [setQuery],
  );
  usePlace(place, pages, seek);
  const marks = useHitMarks({ pane, find, goTo });
  const [rail, toggleRail] = useRail();
  const [finding, setFinding] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const openFind = useCallback(() => {
    sought.current = undefined;
    setFinding(true);
    field.current?.focus();
    field.current?.select();
  }, []);
  useFindKey(whole, openFind);

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
    <div ref={whole} className="@container flex h-full flex-col" onKeyDown={onKeyDown}>
      <PdfToolbar
        pages={pages}
        count={pdf.numPages}
        rail={rail}
        onRail={toggleRail}
        finding={finding}
        onFind={finding ? closeFind : openFind}
      />
      {finding ? (
        <FindBar
          name={nameOf(location)}
          field={field}
          query={find.query}
          onQuery={find.setQuery}
          found={foundIn(find)}
          onStep={find.hits.length > 0 ? find.step : undefined}
          onClose={closeFind}
        />
      ) : null}
      <div className="relative flex min-h-0 flex-1">
        {rail ? <PdfRail pdf={pdf} page={page} hits={find.hits} onPage={goTo} onDest={goToDest} /> : null}
        <PdfPages pdf={pdf} pages={pages} onTextLayer={marks} />
      </div>
    </div>
  );
}
