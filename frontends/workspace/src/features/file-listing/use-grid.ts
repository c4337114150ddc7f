import { useEffect, useState, type RefObject } from 'react';
import type { Location } from '@zo/web/paths';
import { withDrag } from '../../operations/drag/with-drag';
import type { Listing } from './use-listing';

const MINUTE_MS = 60_000;

/** The current time, updated every minute, so that relative dates stay right. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Makes the listing scroll near its edges during a drag and accept drops. True while a drag is over the folder. */
export function useDropTarget(scroller: RefObject<HTMLElement | null>, location: Location): boolean {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    return withDrag(({ autoScroll, combine, dropFolder }) =>
      combine(autoScroll(node), dropFolder(node, { folder: () => location, onOver: setDropping })),
    );
  }, [scroller, location]);
  return dropping;
}

/** Scrolls to a row that was just selected by what the user did. */
export function useReveal({ reveal, names }: Listing, scrollTo: (index: number) => void): void {
  useEffect(() => {
    const index = reveal ? names.indexOf(reveal.name) : -1;
    if (index >= 0) scrollTo(index);
  }, [reveal]);
}
