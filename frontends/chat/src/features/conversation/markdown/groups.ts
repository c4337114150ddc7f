import type { Block } from './blocks';

const SIZE = 8;
/** Groups at the end, where an answer grows, that are laid out at once. */
const NEXT_TO_END = 3;
/** An answer of more groups is in the page only near the screen: so many elements slow down everything else. */
const MAX_MOUNTED = 400;

/** Some blocks of an answer after another. */
export interface Group {
  readonly blocks: readonly Block[];
  /** Far from the end of the answer: laid out when it comes near the screen. */
  readonly distant: boolean;
  /** The answer is so long that distant groups wait for the screen. */
  readonly onDemand: boolean;
}

/**
 * Groups the blocks of an answer.
 * @returns a function for the successive states of one answer; groups without a change stay the same
 */
export function groupsOf(): (blocks: readonly Block[]) => readonly Group[] {
  let known: readonly Group[] = [];
  return (blocks) => {
    const count = Math.ceil(blocks.length / SIZE);
    known = Array.from({ length: count }, (_none, index): Group => {
      const own = blocks.slice(index * SIZE, (index + 1) * SIZE);
      const before = known[index];
      const distant = index < count - NEXT_TO_END;
      const isSame = before?.blocks.length === own.length && own.every((block, at) => block === before.blocks[at]);
      return { blocks: isSame ? before.blocks : own, distant, onDemand: count > MAX_MOUNTED };
    });
    return known;
  };
}
