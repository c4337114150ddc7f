import { useEffect, useMemo, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { matchesIn, MAX_HITS, patternOf, textOf, type Hit } from './find-text';

const TYPING_MS = 180;
/** Total characters of page text cached for later searches. */
const MAX_KEPT = 20_000_000;

export interface Find {
  query: string;
  setQuery: (query: string) => void;
  pattern: RegExp | undefined;
  hits: readonly Hit[];
  /** Index in `hits`, or -1. */
  at: number;
  current: Hit | undefined;
  /** Pages are still being searched. */
  searching: boolean;
  step: (by: 1 | -1) => void;
}

class PageTexts {
  readonly #kept = new Map<number, string>();
  #size = 0;
  readonly #pdf: PDFDocumentProxy;

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  async read(page: number): Promise<string> {
    const known = this.#kept.get(page);
    if (known !== undefined) return known;
    const { items } = await (await this.#pdf.getPage(page)).getTextContent();
    const text = textOf(items);
    if (this.#size + text.length <= MAX_KEPT) {
      this.#kept.set(page, text);
      this.#size += text.length;
    }
    return text;
  }
}

interface Found {
  hits: readonly Hit[];
  searching: boolean;
}

interface Search {
  texts: PageTexts;
  pattern: RegExp;
  pages: number;
  /** The page to search first. */
  from: number;
  isOver: () => boolean;
}

/** Searches all pages, starting at the visible one, and reports the hits so far in reading order. */
async function search({ texts, pattern, pages, from, isOver }: Search, tell: (found: Found) => void): Promise<void> {
  let hits: Hit[] = [];
  for (let n = 0; n < pages && hits.length < MAX_HITS; n++) {
    const page = ((from - 1 + n) % pages) + 1;
    // An unreadable page has no hits; the search continues with the others.
    const text = await texts.read(page).catch(() => '');
    if (isOver()) return;
    const found = matchesIn(text, pattern).map((_match, index) => ({ page, index }));
    if (found.length === 0) continue;
    hits = [...hits, ...found].slice(0, MAX_HITS).toSorted((a, b) => a.page - b.page || a.index - b.index);
    tell({ hits, searching: true });
  }
  if (!isOver()) tell({ hits, searching: false });
}

const isSame = (a: Hit | undefined, b: Hit | undefined) => a?.page === b?.page && a?.index === b?.index;

/** Search in a document; `pageNow` returns the page to start from. */
export function useFind(pdf: PDFDocumentProxy, pageNow: () => number): Find {
  const [query, setQuery] = useState('');
  const [{ hits, searching }, setFound] = useState<Found>({ hits: [], searching: false });
  const [current, setCurrent] = useState<Hit>();
  const texts = useMemo(() => new PageTexts(pdf), [pdf]);
  const pattern = useMemo(() => patternOf(query), [query]);
  const start = useRef(pageNow);
  start.current = pageNow;

  useEffect(() => {
    setFound({ hits: [], searching: pattern !== undefined });
    setCurrent(undefined);
    if (!pattern) return;
    let over = false;
    const timer = setTimeout(() => {
      const from = start.current();
      void search({ texts, pattern, pages: pdf.numPages, from, isOver: () => over }, (found) => {
        setFound(found);
        setCurrent((now) => now ?? found.hits.find(({ page }) => page >= from) ?? found.hits[0]);
      });
    }, TYPING_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [pattern, texts, pdf]);

  const at = hits.findIndex((hit) => isSame(hit, current));
  const step = (by: 1 | -1) => hits.length && setCurrent(hits[(at + by + hits.length) % hits.length]);
  return { query, setQuery, pattern, hits, at, current, searching, step };
}
