import type { Block } from './blocks';

/** Some blocks of an answer after another, which come into the page together. */
export type Group = readonly Block[];
/** Some groups after another: a very long answer has so few chapters that the page can hold all of them. */
export type Chapter = readonly Group[];

const BLOCKS = 8;
const GROUPS = 16;
/** Groups at the end, where an answer grows, that are laid out at once. */
const NEXT_TO_END = 3;
/** An answer of more chapters is in the page only near the screen: so many elements slow down everything else. */
export const MAX_MOUNTED = 25;

/** Cuts the successive states of a list into parts of `size`; parts without a change stay the same objects. */
function partsOf<T>(size: number): (list: readonly T[]) => readonly (readonly T[])[] {
  let known: readonly (readonly T[])[] = [];
  return (list) => {
    known = Array.from({ length: Math.ceil(list.length / size) }, (_none, index) => {
      const part = list.slice(index * size, (index + 1) * size);
      const before = known[index];
      return before?.length === part.length && part.every((each, at) => each === before[at]) ? before : part;
    });
    return known;
  };
}

/** @returns a function for the successive states of one answer; what has no change stays the same objects */
export function createChapters(): (blocks: readonly Block[]) => readonly Chapter[] {
  const groupsOf = partsOf<Block>(BLOCKS);
  const chaptersOf = partsOf<Group>(GROUPS);
  return (blocks) => chaptersOf(groupsOf(blocks));
}

/** How many groups of a chapter are next to the end of the answer. */
export function nextToEnd(chapters: readonly Chapter[], index: number): number {
  const after = chapters.slice(index + 1).reduce((sum, { length }) => sum + length, 0);
  return Math.min(chapters[index]!.length, Math.max(0, NEXT_TO_END - after));
}
