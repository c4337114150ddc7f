import { diffChars } from 'diff';

/** Beyond this many differences a text is printed anew instead of patched. */
const MAX_DIFFERENCES = 2_000;

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** Equal characters of two texts. */
interface Run {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * Applies the difference of two printed texts to the text as written, in up to two ways: a change at the edge of a spot
 * that is written differently may or may not include that spot.
 * @returns candidates to verify; none when a change lies within such a spot
 */
export function patches({ before, after, written }: { before: string; after: string; written: string }): string[] {
  if (before === written) return [after];
  const hunks = hunksOf(before, after);
  const runs = runsOf(before, written);
  if (!hunks || !runs) return [];
  const found = [true, false].map((isTight) => apply(written, hunks, (at) => map(runs, at, isTight)));
  return [...new Set(found.filter((text) => text !== undefined))];
}

function apply(written: string, hunks: readonly Hunk[], at: (position: number) => number | undefined) {
  let text = '';
  let copied = 0;
  for (const hunk of hunks) {
    const from = at(hunk.from);
    const to = hunk.to === hunk.from ? from : at(hunk.to);
    if (from === undefined || to === undefined || from < copied || to < from) return undefined;
    text += written.slice(copied, from) + hunk.text;
    copied = to;
  }
  return text + written.slice(copied);
}

/** The position in the written text: the end of the run before, else the start of the run after it. */
function map(runs: readonly Run[], position: number, isTight: boolean): number | undefined {
  const before = runs.findLast(({ a, length }) => a < position && position <= a + length);
  if (before) return before.b + position - before.a;
  const after = runs.findIndex(({ a }) => a === position);
  if (after < 0) return undefined;
  const previous = runs[after - 1];
  return isTight ? runs[after]!.b : previous ? previous.b + previous.length : 0;
}

function hunksOf(a: string, b: string): Hunk[] | undefined {
  const start = commonStart(a, b);
  const end = commonEnd(a.slice(start), b.slice(start));
  const changes = diffChars(a.slice(start, a.length - end), b.slice(start, b.length - end), {
    maxEditLength: MAX_DIFFERENCES,
  });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let at = start;
  let isOpen = false;
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      at += value.length;
      isOpen = false;
      continue;
    }
    const last = isOpen ? hunks.pop()! : { from: at, to: at, text: '' };
    isOpen = true;
    if (removed) at += value.length;
    hunks.push({ from: last.from, to: at, text: last.text + (added ? value : '') });
  }
  return hunks;
}

function runsOf(a: string, b: string): Run[] | undefined {
  const hunks = hunksOf(a, b);
  if (!hunks) return undefined;
  const runs: Run[] = [];
  let [inA, inB] = [0, 0];
  for (const { from, to, text } of [...hunks, { from: a.length, to: a.length, text: '' }]) {
    if (from > inA) runs.push({ a: inA, b: inB, length: from - inA });
    inB += from - inA + text.length;
    inA = to;
  }
  return runs;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}
