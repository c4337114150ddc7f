import { diffArrays } from 'diff';

/** Three versions of one text. */
export interface MergeInput {
  /** The common ancestor of both sides. */
  base: string;
  mine: string;
  theirs: string;
}

/** Outcome of a merge. Not clean: both sides changed the same lines, or the texts take too long to compare. */
export type Merge = { clean: true; text: string } | { clean: false };

/** Lines `from` to `to` of the base, replaced by `lines`. */
interface Hunk {
  from: number;
  to: number;
  lines: string[];
}

const CONFLICT: Merge = { clean: false };
/** Time limit of one comparison; texts that need longer are a conflict. */
const DIFF_TIMEOUT_MS = 1_500;

// Line endings stay part of their line, so that the merged text keeps every byte.
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** ED-11: 3-way merge by lines. Lines that both sides changed differently are a conflict, which the user resolves. */
export function mergeText({ base, mine, theirs }: MergeInput): Merge {
  if (mine === theirs || base === theirs) return { clean: true, text: mine };
  if (base === mine) return { clean: true, text: theirs };
  const baseLines = linesOf(base);
  const own = hunksOf(baseLines, linesOf(mine));
  const foreign = hunksOf(baseLines, linesOf(theirs));
  return own && foreign ? mergeHunks(baseLines, own, foreign) : CONFLICT;
}

/** Changes of one side; undefined when the texts take too long to compare. */
function hunksOf(base: string[], other: string[]): Hunk[] | undefined {
  // Comparing only between the first and last change keeps an edit among equal lines where it was made.
  const { start, end } = commonEnds(base, other);
  const [before, after] = [base.slice(start, base.length - end), other.slice(start, other.length - end)];
  // Comparing a long text with an empty one takes quadratic time.
  if (before.length === 0 || after.length === 0) return [{ from: start, to: start + before.length, lines: after }];
  const changes = diffArrays(before, after, { timeout: DIFF_TIMEOUT_MS });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let at = start;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length;
      continue;
    }
    const last = hunks.at(-1);
    // A removal and the addition beside it are one replacement.
    const hunk = last?.to === at ? last : { from: at, to: at, lines: [] };
    if (hunk !== last) hunks.push(hunk);
    if (added) hunk.lines = hunk.lines.concat(value);
    else hunk.to = at += value.length;
  }
  return hunks;
}

/** How many items two lists share at their start and at their end. */
function commonEnds(a: ArrayLike<unknown>, b: ArrayLike<unknown>): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

function mergeHunks(base: readonly string[], own: Hunk[], foreign: Hunk[]): Merge {
  const parts: string[] = [];
  let at = 0;
  while (own.length > 0 || foreign.length > 0) {
    const region = nextRegion(own, foreign);
    const mine = apply(base, region, region.own);
    const theirs = apply(base, region, region.foreign);
    if (region.own.length > 0 && region.foreign.length > 0 && mine !== theirs) return CONFLICT;
    parts.push(base.slice(at, region.from).join(''), region.own.length > 0 ? mine : theirs);
    at = region.to;
  }
  return { clean: true, text: parts.join('') + base.slice(at).join('') };
}

interface Region {
  from: number;
  to: number;
  own: Hunk[];
  foreign: Hunk[];
}

/** Removes the first hunk of both lists together with every hunk that overlaps or touches it. */
function nextRegion(own: Hunk[], foreign: Hunk[]): Region {
  const from = Math.min(own[0]?.from ?? Infinity, foreign[0]?.from ?? Infinity);
  const region: Region = { from, to: from, own: [], foreign: [] };
  const take = (hunks: Hunk[], taken: Hunk[]): boolean => {
    if (!hunks[0] || hunks[0].from > region.to) return false;
    const hunk = hunks.shift()!;
    taken.push(hunk);
    region.to = Math.max(region.to, hunk.to);
    return true;
  };
  while (take(own, region.own) || take(foreign, region.foreign));
  return region;
}

/** The text of a region after one side's hunks. */
function apply(base: readonly string[], { from, to }: Region, hunks: readonly Hunk[]): string {
  const parts: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    parts.push(base.slice(at, hunk.from).join(''), hunk.lines.join(''));
    at = hunk.to;
  }
  return parts.join('') + base.slice(at, to).join('');
}

/** The single span in which two texts differ: an editor replaces only that and keeps its cursor. */
export function changedSpan(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const { start, end } = commonEnds(before, after);
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
