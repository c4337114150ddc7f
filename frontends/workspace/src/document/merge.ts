import { diff3Merge } from 'node-diff3';

/** Outcome of joining two edits of one text. */
export type Merge = { clean: true; text: string } | { clean: false };

// Line ends stay part of their line, so that joining gives the same bytes back.
const lines = (text: string): string[] => text.split(/(?<=\n)/);

/** ED-11: 3-way merge by lines. Lines changed in different ways by both sides are a clash; nothing is decided for the user. */
export function mergeText({ base, mine, theirs }: { base: string; mine: string; theirs: string }): Merge {
  if (mine === theirs || base === theirs) return { clean: true, text: mine };
  if (base === mine) return { clean: true, text: theirs };
  const regions = diff3Merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true });
  const parts: string[] = [];
  for (const region of regions) {
    if (!region.ok) return { clean: false };
    parts.push(...region.ok);
  }
  return { clean: true, text: parts.join('') };
}

/** The one span in which two texts differ, for replacing a document without moving the cursor that stands elsewhere. */
export function changedSpan(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** 'notes.md' → 'notes (mine).md', or '(mine 2)' and so on when that is taken. */
export function mineName(name: string, siblings: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; ; count++) {
    const candidate = `${stem} (mine${count > 1 ? ` ${count}` : ''})${extension}`;
    if (!siblings.includes(candidate)) return candidate;
  }
}
