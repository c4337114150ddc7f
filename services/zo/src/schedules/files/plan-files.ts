/** What becomes of files that came together: pure, so that every row is a test. */
import { MAX_MADE_UP, type Overlap } from '../due/plan.js';

/** Runs that files may start in an hour, so that two routines cannot start each other for ever. */
export const MAX_AN_HOUR = 60;

export interface Arrived {
  /** `w/Inbox/a.csv`, in order. */
  readonly paths: readonly string[];
  /** More files than are named. */
  readonly more: number;
  readonly overlap: Overlap;
  /** How many earlier runs have not ended. */
  readonly open: number;
  /** How many runs files have started within an hour. */
  readonly recent: number;
}

export interface PlannedFiles {
  readonly runs: readonly { readonly path: string; readonly state: 'due' | 'queued' }[];
  /** Why the others start nothing; null: there are no others. */
  readonly leftOut: string | null;
}

/** One run for each file, as far as that is bounded; one sentence for all others. */
export function planFiles({ paths, more, overlap, open, recent }: Arrived): PlannedFiles {
  const isBusy = overlap === 'skip' && open > 0;
  const slots = overlap === 'skip' ? 1 : MAX_MADE_UP - open;
  const hourly = MAX_AN_HOUR - recent;
  const room = isBusy ? 0 : Math.max(0, Math.min(slots, hourly));
  const runs = paths.slice(0, room).map((path, index) => ({
    path,
    state: overlap === 'queue' && open + index > 0 ? ('queued' as const) : ('due' as const),
  }));
  const left = paths.slice(room);
  if (left.length + more === 0) return { runs, leftOut: null };
  const why = isBusy
    ? 'The run before had not ended'
    : hourly <= slots
      ? `Files started ${MAX_AN_HOUR} runs within an hour`
      : overlap === 'skip'
        ? 'More files came at once, and each run takes one'
        : `At most ${MAX_MADE_UP} runs wait at once`;
  return { runs, leftOut: `${why}, so nothing ran for ${inWords(left, more)}.` };
}

function inWords(paths: readonly string[], more: number): string {
  const named = paths.slice(0, 3).map((path) => `“${path.slice(path.lastIndexOf('/') + 1)}”`);
  const others = paths.length - named.length + more;
  const parts = [...named, ...(others > 0 ? [`${others.toLocaleString('en')} more`] : [])];
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
