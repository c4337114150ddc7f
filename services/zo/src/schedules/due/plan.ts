/** What becomes of the times of a schedule that have passed: pure, so that every row is a test. */
export type Misfire = 'once' | 'skip' | 'all';
export type Overlap = 'skip' | 'queue' | 'allow';

/** Most runs that one schedule starts at once, to make up for missed times. */
export const MAX_MADE_UP = 10;
/** Rows that one claim writes for one schedule; more times follow in the next. */
export const MAX_ROWS = 100;

export interface Passed {
  /** Milliseconds since 1970, in order: at most `MAX_ROWS + MAX_MADE_UP` of them. */
  readonly times: readonly number[];
  readonly now: number;
  readonly graceMs: number;
  readonly misfire: Misfire;
  readonly overlap: Overlap;
  /** How many earlier runs have not ended. */
  readonly open: number;
}

export interface Planned {
  readonly at: number;
  readonly state: 'due' | 'queued' | 'missed' | 'skipped';
  readonly why: string | null;
}

export const WHY = {
  missed: 'Zo was not running at this time.',
  madeUp: 'Zo was not running at this time, so it ran later.',
  tooMany: `Zo was not running at this time. At most ${MAX_MADE_UP} times are made up for.`,
  superseded: 'A later time was due already.',
  busy: 'The run before had not ended.',
  full: `${MAX_MADE_UP} runs before had not ended.`,
} as const;

/** One row for each time; when there are more than fit, the last ones are left to the next claim. */
export function plan({ times, now, graceMs, misfire, overlap, open }: Passed): Planned[] {
  const isWhole = times.length < MAX_ROWS + MAX_MADE_UP;
  const taken = isWhole ? times : times.slice(0, MAX_ROWS);
  const runs = new Set(taken.filter((at, n) => isToRun(at, isWhole ? times.length - n : Infinity)));
  const last = taken.findLast((at) => runs.has(at));
  let busy = open;
  return taken.map((at): Planned => {
    if (!runs.has(at)) return { at, state: 'missed', why: now - at <= graceMs ? WHY.tooMany : WHY.missed };
    if (overlap === 'skip' && open > 0) return { at, state: 'skipped', why: WHY.busy };
    if (overlap === 'skip' && at !== last) return { at, state: 'skipped', why: WHY.superseded };
    if (busy >= MAX_MADE_UP) return { at, state: 'skipped', why: WHY.full };
    const state = overlap === 'queue' && busy > 0 ? 'queued' : 'due';
    busy++;
    return { at, state, why: now - at > graceMs ? WHY.madeUp : null };
  });

  /** `fromEnd`: 1 for the last time of all. */
  function isToRun(at: number, fromEnd: number): boolean {
    if (fromEnd > MAX_MADE_UP) return false;
    return now - at <= graceMs || misfire === 'all' || (misfire === 'once' && fromEnd === 1);
  }
}
