import { pathKey, type Location } from '@zo/web/paths';
import type { Zoom } from './use-zoom';

const KEY = 'zo.pdf-places';
const MAX = 50;

/** Reading position in a document. */
export interface ReadingPosition {
  page: number;
  /** Share of the page above the upper edge of the view, 0 to 1. */
  offset: number;
  zoom: Zoom;
}

function all(): [string, ReadingPosition][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as [string, ReadingPosition][]) : [];
  } catch {
    return [];
  }
}

/** Last reading position of this document in this tab. */
export const readPosition = (location: Location): ReadingPosition | undefined =>
  all().find(([key]) => key === pathKey(location))?.[1];

export function writePosition(location: Location, value: ReadingPosition): void {
  const key = pathKey(location);
  const others = all().filter(([other]) => other !== key);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others.slice(-MAX + 1), [key, value]]));
  } catch {
    // Without storage the document opens at its first page next time.
  }
}
