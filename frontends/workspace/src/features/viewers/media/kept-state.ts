import { pathKey, type Location } from '@zo/web/paths';

const KEY = 'zo.media';
/** Files whose state is kept; the one that was played longest ago is forgotten first. */
export const MAX_KEPT = 100;

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3] as const;

/** What is kept of a file that was played. */
export interface KeptState {
  /** Seconds from the start. */
  time: number;
  speed: number;
}

const START: KeptState = { time: 0, speed: 1 };

function all(): [string, KeptState][] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as [string, KeptState][]).filter(Array.isArray) : [];
  } catch {
    return [];
  }
}

/** Where playing of this file stopped, and at what speed. */
export function readKept(location: Location): KeptState {
  const kept = all().find(([key]) => key === pathKey(location))?.[1];
  if (!kept || !Number.isFinite(kept.time) || kept.time < 0) return START;
  return { time: kept.time, speed: SPEEDS.find((speed) => speed === kept.speed) ?? 1 };
}

export function writeKept(location: Location, state: KeptState): void {
  const key = pathKey(location);
  const others = all().filter(([other]) => other !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(-MAX_KEPT + 1), [key, state]]));
  } catch {
    // Without storage the file starts at its beginning next time.
  }
}
