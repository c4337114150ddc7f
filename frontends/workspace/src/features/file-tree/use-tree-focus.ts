import { useEffect, useRef, useState } from 'react';
import { pathKey } from '@zo/web/paths';
import { movedLocationOf } from '../../operations/moves';
import type { TreeRow } from './rows';

/** The row with the keyboard focus: it follows a rename, and goes to its neighbour when its row is gone. */
export function useTreeFocus(rows: readonly TreeRow[], currentKey: string | undefined) {
  const [focusKey, setFocusKey] = useState<string>();
  const before = useRef(rows);
  useEffect(() => {
    const previous = before.current;
    before.current = rows;
    if (previous !== rows) setFocusKey((now) => (now === undefined ? now : followRow(now, previous, rows)));
  }, [rows]);
  const focused = Math.max(
    0,
    rows.findIndex(({ key }) => key === (focusKey ?? currentKey)),
  );
  return { focused, setFocusKey };
}

/** The key of the row that a removed row is replaced by; its own key while it is there. */
export function followRow(key: string, before: readonly TreeRow[], rows: readonly TreeRow[]): string {
  const here = new Set(rows.map((row) => row.key));
  if (here.has(key)) return key;
  const at = before.findIndex((row) => row.key === key);
  // It was set for a row that is still to come.
  if (at < 0) return key;
  const to = movedLocationOf(before[at]!.entry);
  if (to && here.has(pathKey(to))) return pathKey(to);
  const isHere = (row: TreeRow) => here.has(row.key);
  return (before.slice(at + 1).find(isHere) ?? before.slice(0, at).findLast(isHere))?.key ?? key;
}
