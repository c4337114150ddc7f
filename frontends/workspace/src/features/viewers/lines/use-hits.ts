import { useEffect, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { useWindows, type Read } from '../table/use-windows';

export interface Hits {
  /** Lines with the word; undefined while they are searched. */
  count: number | undefined;
  /** Index of the current one. */
  current: number;
  /** Line number of the current one, from 1. */
  line: number | undefined;
  problem: Read['problem'];
  turn: (direction: 1 | -1) => void;
}

/** The lines that contain a word, found by the computer. */
export function useHits(location: Location, revision: string, word: string): Hits {
  const [at, setAt] = useState({ word, current: 0 });
  const current = at.word === word ? at.current : 0;
  const asked =
    word === '' ? null : { sheet: '', query: '', filters: [{ column: 0, operator: 'contains' as const, value: word }] };
  const { source, problem, isReading } = useWindows(location, revision, asked);
  const known = isReading ? undefined : source;
  useEffect(() => known?.show(current, current), [known, current]);
  const count = known?.facts.total;
  return {
    count,
    current,
    line: count ? known?.row(current)?.number : undefined,
    problem,
    turn: (direction) => count && setAt({ word, current: (current + direction + count) % count }),
  };
}
