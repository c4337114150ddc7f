import { pathKey, type Location } from '@zo/web/paths';
import type { Zoom } from './use-zoom';

const KEY = 'zo.pdf-places';
const MAX = 50;

/** Where somebody was in a document. */
export interface PdfPlace {
  page: number;
  /** How far into the page the upper edge of the view was, 0 to 1. */
  offset: number;
  zoom: Zoom;
}

function all(): [string, PdfPlace][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as [string, PdfPlace][]) : [];
  } catch {
    return [];
  }
}

/** Where this document was left in this tab. */
export const readPlace = (place: Location): PdfPlace | undefined => all().find(([key]) => key === pathKey(place))?.[1];

export function writePlace(place: Location, value: PdfPlace): void {
  const key = pathKey(place);
  const others = all().filter(([other]) => other !== key);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others.slice(-MAX + 1), [key, value]]));
  } catch {
    // Storage is full or switched off: the document begins at its first page next time.
  }
}
