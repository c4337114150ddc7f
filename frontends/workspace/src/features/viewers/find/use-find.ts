import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { highlight } from './highlights';
import { hitsIn, rangeOf, type Hit } from './hits-in-text';

const CHANGED_MS = 150;
const NONE: readonly Hit[] = [];

export interface Find {
  total: number;
  /** Index of the current hit, or -1. */
  at: number;
  step: (by: 1 | -1) => void;
}

/** Where the text is: below the element, and below its shadow root where it has one. */
const rootsOf = (host: Element): Node[] => [
  host,
  ...[...host.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
];

export const findAll = (host: Element, pattern: RegExp): Hit[] =>
  rootsOf(host).flatMap((root) => hitsIn(root, pattern));

/** Text that takes the place of blocks far from the window; they are rendered when it is scrolled to. */
const isPlain = ({ startContainer }: Hit): boolean =>
  startContainer.parentElement?.closest('[data-find="plain"]') != null;

/** Scrolls to a hit. True when its text will be rendered only then. */
export function showHit(hit: Hit): boolean {
  rangeOf(hit)?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  return isPlain(hit);
}

/** The first hit that is visible or below; hits that cannot be measured count as above. */
function firstInView(host: Element, hits: readonly Hit[]): number {
  const { top } = host.getBoundingClientRect();
  const at = hits.findIndex((hit) => (rangeOf(hit)?.getBoundingClientRect().bottom ?? -1) > top);
  return Math.max(0, at);
}

/**
 * Finds and marks a pattern in what an element shows, again whenever that changes. `choose` says which hit is the first
 * current one; without it the first in view.
 */
export function useFind(
  host: RefObject<Element | null>,
  pattern: RegExp | undefined,
  choose?: (hits: readonly Hit[]) => number,
): Find {
  const [hits, setHits] = useState(NONE);
  const [at, setAt] = useState(-1);
  const chooser = useRef(choose);
  chooser.current = choose;
  /** Index of a hit to show again when its text has been rendered. */
  const sought = useRef<number>(undefined);
  const go = useCallback((all: readonly Hit[], index: number) => {
    setAt(index);
    sought.current = showHit(all[index]!) ? index : undefined;
  }, []);

  useEffect(() => {
    const { current: element } = host;
    if (!pattern || !element) return setHits(NONE);
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const found = findAll(element, pattern);
      setHits(found);
      // What is rendered later, like the rows of a table, may bring the first hit.
      if (isFirst && found.length > 0) {
        isFirst = false;
        go(found, chooser.current?.(found) ?? firstInView(element, found));
      } else setAt((now) => Math.min(now, found.length - 1));
      const again = sought.current === undefined ? undefined : found[sought.current];
      if (again && !isPlain(again)) go(found, sought.current!);
    };
    setAt(-1);
    look();
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, CHANGED_MS);
    });
    for (const root of rootsOf(element))
      observer.observe(root, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [host, pattern, go]);

  useEffect(() => {
    highlight(hits, hits[at]);
    return () => highlight(NONE, undefined);
  }, [hits, at]);

  const step = useCallback(
    (by: 1 | -1) => {
      if (hits.length === 0) return;
      go(hits, (at + by + hits.length) % hits.length);
    },
    [hits, at, go],
  );
  return { total: hits.length, at, step };
}
