import './find.css';
import { createContext, use, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Place } from '@zo/web/paths';
import { FindBar } from './find-bar';
import { hitOfPlace } from './hit-of-place';
import { MAX_HITS, patternOf } from './hits-in-text';
import { FIND } from './messages';
import { useFind } from './use-find';
import { useFindKey } from './use-find-key';

const Finding = createContext(false);

/** Whether the find bar around is open, for text that is not in the page otherwise. */
export const useIsFinding = (): boolean => use(Finding);

interface FindInTextProps {
  name: string;
  children: ReactNode;
  /** What to show first, marked until the find bar opens. */
  place?: Place | undefined;
  /** The text that was rendered, by which the hit of the place is known. */
  source?: string;
}

/** Rendered text with a find bar above it, which Ctrl+F opens while the text or nothing has the focus. */
export function FindInText({ name, children, place, source }: FindInTextProps) {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [isCaseSensitive, setCase] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element>(null);
  const [left, setLeft] = useState<Place>();
  const sought = isOpen || left === place ? undefined : place;
  const pattern = useMemo(
    () => (isOpen ? patternOf(query, isCaseSensitive) : patternOf(sought?.text ?? '', true)),
    [isOpen, query, isCaseSensitive, sought],
  );
  const { total, at, step } = useFind(text, pattern, sought && ((hits) => hitOfPlace(hits, sought, source)));

  useFindKey(whole, () => {
    const { activeElement: active } = document;
    if (active !== field.current) before.current = active;
    setOpen(true);
    setLeft(place);
    // It is there already when the key is pressed again.
    field.current?.focus();
    field.current?.select();
  });

  const close = () => {
    setOpen(false);
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <div ref={whole} className="flex h-full flex-col">
      {isOpen ? (
        <FindBar
          name={name}
          field={field}
          query={query}
          onQuery={setQuery}
          found={query.trim() === '' ? '' : total ? FIND.of(at + 1, total, total >= MAX_HITS) : FIND.none}
          onStep={total > 0 ? step : undefined}
          matchCase={{ isOn: isCaseSensitive, onChange: setCase }}
          onClose={close}
        />
      ) : null}
      <div ref={text} className="min-h-0 flex-1">
        <Finding value={isOpen}>{children}</Finding>
      </div>
    </div>
  );
}
