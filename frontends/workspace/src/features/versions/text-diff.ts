/** Two texts as rows side by side. */
import { diffArrays, diffWordsWithSpace } from 'diff';

/** Longer comparisons would block the page. */
const TIMEOUT_MS = 1_500;
const MAX_WORDS_LENGTH = 2_000;
/** Unchanged lines shown around a change. */
const CONTEXT = 3;

export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}
export interface Line {
  readonly number: number;
  readonly pieces: readonly Piece[];
}
/** A row of the comparison; a side without a line is empty there. */
export interface Row {
  readonly before: Line | undefined;
  readonly after: Line | undefined;
  readonly changed: boolean;
}
/** Rows that belong together: a change with its surroundings, or unchanged rows that are folded. */
export interface Section {
  readonly folded: boolean;
  readonly rows: readonly Row[];
  /** The lines of both sides, from 0: the first one and the one behind the last. */
  readonly before: Range;
  readonly after: Range;
}
type Range = readonly [from: number, to: number];
export interface TextDiff {
  readonly sections: readonly Section[];
  readonly added: number;
  readonly removed: number;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const whole = (number: number, text: string): Line => ({ number, pieces: [{ text, changed: false }] });

/** Undefined when the texts take too long to compare. */
export function diffTexts(before: string, after: string): TextDiff | undefined {
  const changes = diffArrays(linesOf(before), linesOf(after), { timeout: TIMEOUT_MS });
  if (!changes) return undefined;
  const rows: Row[] = [];
  const at = { before: 1, after: 1 };
  let [added, removed] = [0, 0];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index]!;
    if (!change.added && !change.removed) {
      for (const text of change.value)
        rows.push({ before: whole(at.before++, text), after: whole(at.after++, text), changed: false });
      continue;
    }
    // A removal and the addition beside it are one replacement.
    const next = changes[index + 1];
    const other = next && (change.added ? next.removed : next.added) ? next : undefined;
    if (other) index++;
    const gone = (change.removed ? change : other)?.value ?? [];
    const fresh = (change.added ? change : other)?.value ?? [];
    removed += gone.length;
    added += fresh.length;
    rows.push(...replacement(gone, fresh, at));
  }
  return { sections: sectionsOf(rows), added, removed };
}

function replacement(gone: readonly string[], fresh: readonly string[], at: { before: number; after: number }): Row[] {
  return Array.from({ length: Math.max(gone.length, fresh.length) }, (_none, index) => {
    const [old, now] = [gone[index], fresh[index]];
    if (old !== undefined && now !== undefined) {
      const { before, after } = wordsOf(old, now);
      return {
        before: { number: at.before++, pieces: before },
        after: { number: at.after++, pieces: after },
        changed: true,
      };
    }
    return {
      before: old === undefined ? undefined : whole(at.before++, old),
      after: now === undefined ? undefined : whole(at.after++, now),
      changed: true,
    };
  });
}

/** Marks the words that differ. Lines without common words are marked as a whole by their colour. */
function wordsOf(old: string, now: string): { before: Piece[]; after: Piece[] } {
  const plain = { before: [{ text: old, changed: false }], after: [{ text: now, changed: false }] };
  if (old.length > MAX_WORDS_LENGTH || now.length > MAX_WORDS_LENGTH) return plain;
  const parts = diffWordsWithSpace(old, now);
  const common = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  if (common * 3 < Math.min(old.length, now.length)) return plain;
  const side = (skipped: 'added' | 'removed') =>
    parts
      .filter((part) => !part[skipped])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }));
  return { before: side('added'), after: side('removed') };
}

function sectionsOf(rows: readonly Row[]): Section[] {
  const isNear = new Uint8Array(rows.length);
  for (const [index, { changed }] of rows.entries())
    if (changed) isNear.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  const sections: { folded: boolean; rows: Row[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const folded = isNear[index] === 0;
    const last = sections.at(-1);
    if (last?.folded === folded) last.rows.push(row);
    else sections.push({ folded, rows: [row] });
  }
  const at = { before: 0, after: 0 };
  const rangeOf = (side: 'before' | 'after', { rows: own }: { rows: Row[] }): Range => [
    at[side],
    (at[side] += own.filter((row) => row[side]).length),
  ];
  return sections.map((section) => ({
    ...section,
    before: rangeOf('before', section),
    after: rangeOf('after', section),
  }));
}

/** The text of the right side with one section as it is on the left. */
export function withSection(before: string, after: string, section: Section): string {
  const [old, now] = [before, after].map((text) => (text === '' ? [] : text.split(/(?<=\n)/)));
  const taken = old!.slice(...section.before).join('');
  const rest = now!.slice(section.after[1]).join('');
  const isOpen = taken !== '' && !taken.endsWith('\n') && rest !== '';
  return now!.slice(0, section.after[0]).join('') + taken + (isOpen ? '\n' : '') + rest;
}
