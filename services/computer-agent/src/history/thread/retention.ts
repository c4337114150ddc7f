/** Which versions of one path are no longer kept. */
import { VersionKind } from '@zo/proto/agent/v1';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** One version is kept for each period, for versions up to that age. */
const STEPS = [
  { upTo: DAY, each: 0 },
  { upTo: 7 * DAY, each: HOUR },
  { upTo: 30 * DAY, each: DAY },
];
/** Older ones. */
const WEEKLY = { each: 7 * DAY };
/** How long versions are kept where the user has not decided otherwise. */
export const DEFAULT_DAYS = 90;
/** Deleted files, and the states at the ends of runs. */
export const DELETED_MS = 30 * DAY;

export interface Aged {
  readonly seq: number;
  readonly at: number;
  readonly kind: VersionKind;
}

/**
 * Sequence numbers that may go, of all versions of a path, the newest first. `marks` are sequence numbers whose state
 * is kept. Nothing is kept for more than `keepDays`, and one a week for all of them. The newest version always stays,
 * and of a deleted file all of its last month.
 */
export function expired(
  versions: readonly Aged[],
  { now, marks, keepDays = DEFAULT_DAYS }: { now: number; marks: readonly number[]; keepDays?: number },
): number[] {
  const [newest] = versions;
  if (!newest) return [];
  const isGone = newest.kind === VersionKind.DELETED || newest.kind === VersionKind.MOVED_AWAY;
  if (isGone && now - newest.at > Math.min(DELETED_MS, keepDays * DAY)) return versions.map(({ seq }) => seq);
  const pinned = new Set([newest.seq, ...marks.map((mark) => versions.find(({ seq }) => seq <= mark)?.seq)]);
  if (isGone) pinned.add(versions[1]?.seq);
  const periods = new Set<string>();
  const gone: number[] = [];
  for (const { seq, at } of versions) {
    const step = now - at > keepDays * DAY ? undefined : (STEPS.find(({ upTo }) => now - at <= upTo) ?? WEEKLY);
    const period = step && (step.each === 0 ? `${seq}` : `${step.each} ${Math.floor(at / step.each)}`);
    // The newest of its period comes first.
    const isKept = period !== undefined && !periods.has(period);
    if (period !== undefined) periods.add(period);
    if (!isKept && !pinned.has(seq)) gone.push(seq);
  }
  return gone;
}
