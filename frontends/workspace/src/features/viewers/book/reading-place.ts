import { pathKey, type Location } from '@zo/web/paths';

const KEY = 'zo.books';
const MAX = 50;
export const SIZES = [80, 90, 100, 115, 130, 150, 175, 200] as const;

/** Where reading of a book stopped, and how large its text was, in per cent. */
export interface ReadingPlace {
  chapter: number;
  /** Share of the chapter, 0 to 1. */
  fraction: number;
  size: number;
}

const START: ReadingPlace = { chapter: 0, fraction: 0, size: 100 };

function all(): [string, ReadingPlace][] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as [string, ReadingPlace][]).filter(Array.isArray) : [];
  } catch {
    return [];
  }
}

export function readPlace(location: Location): ReadingPlace {
  const kept = all().find(([key]) => key === pathKey(location))?.[1];
  if (!kept || !Number.isInteger(kept.chapter) || kept.chapter < 0 || !(kept.fraction >= 0 && kept.fraction <= 1))
    return START;
  return { ...kept, size: SIZES.find((size) => size === kept.size) ?? 100 };
}

export function writePlace(location: Location, place: ReadingPlace): void {
  const key = pathKey(location);
  const others = all().filter(([other]) => other !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(-MAX + 1), [key, place]]));
  } catch {
    // Without storage the book opens at its start next time.
  }
}
