/** Where a long recording is cut: in the pause nearest to each step, else in the middle of a word. */

/** Such a piece has less than 1 MiB at 24 kbit/s, which is what a command of the computer answers at most. */
export const STEP_SECONDS = 240;
const REACH_SECONDS = 50;
/** What is left at the end joins the piece before it. */
const SHORTEST_SECONDS = 10;

export interface Silence {
  readonly start: number;
  readonly end: number;
}

export interface Cut {
  readonly from: number;
  readonly seconds: number;
}

export function cutsOf(total: number, silences: readonly Silence[]): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  while (total - from > STEP_SECONDS + SHORTEST_SECONDS) {
    const to = pauseNear(from + STEP_SECONDS, silences);
    cuts.push({ from, seconds: to - from });
    from = to;
  }
  return [...cuts, { from, seconds: total - from }];
}

function pauseNear(wanted: number, silences: readonly Silence[]): number {
  const middles = silences.map(({ start, end }) => (start + end) / 2);
  const near = middles.filter((middle) => Math.abs(middle - wanted) <= REACH_SECONDS);
  if (near.length === 0) return wanted;
  return near.reduce((best, middle) => (Math.abs(middle - wanted) < Math.abs(best - wanted) ? middle : best));
}

/** Reads what ffmpeg's `silencedetect` and `-progress` say; undefined without an end. */
export function soundIn(report: string): { seconds: number; silences: Silence[] } | undefined {
  const ends = [...report.matchAll(/^out_time_us=(\d{1,15})$/gm)];
  const seconds = Math.max(0, ...ends.map((found) => Number(found[1]) / 1_000_000));
  if (seconds <= 0 || /^failed=/m.test(report)) return undefined;
  const silences: Silence[] = [];
  let start: number | undefined;
  for (const [, kind, value] of report.matchAll(/silence_(start|end): (-?\d{1,9}(?:\.\d{1,9})?)/g)) {
    if (kind === 'start') start = Math.max(0, Number(value));
    else if (start !== undefined) {
      if (Number(value) > start) silences.push({ start, end: Number(value) });
      start = undefined;
    }
  }
  return { seconds, silences };
}
