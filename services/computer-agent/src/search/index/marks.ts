import type { Clause, Query } from './query.js';
import { isAscii, type Token, tokensOf } from './tokens.js';

/** Characters of a line that are shown, and of them before the first mark. */
const MAX_TEXT = 240;
const BEFORE = 60;
const MAX_MARKS = 20;
/** Longer lines are data, of which only the beginning is looked at. */
const MAX_LINE = 20_000;

/** A range of characters, in UTF-16 units. */
export interface Mark {
  from: number;
  to: number;
}

/** A line with matched words. */
export interface FoundLine {
  /** From 1. */
  line: number;
  text: string;
  marks: Mark[];
}

export interface FoundText {
  lines: FoundLine[];
  /** The words of the query stand together in a line. */
  isExact: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Scored extends FoundLine {
  score: number;
  all: string;
}

/** Whether the words of a clause begin at this token, and where they end. */
function endOf({ words, isPrefix }: Clause, tokens: readonly Token[], at: number): number | null {
  for (const [index, word] of words.entries()) {
    const token = tokens[at + index];
    if (!token) return null;
    const isLast = index === words.length - 1;
    if (!(isLast && isPrefix ? token.word.startsWith(word) : token.word === word)) return null;
  }
  const last = tokens[at + words.length - 1]!;
  if (!isPrefix) return last.to;
  // Only the typed beginning is marked, where it has as many characters as the text.
  const typed = words.at(-1)!.length;
  return last.word.length === last.to - last.from ? last.from + typed : last.to;
}

/** Marks of one clause in a line. */
function marksOf(clause: Clause, tokens: readonly Token[]): Mark[] {
  const marks: Mark[] = [];
  for (let at = 0; at < tokens.length && marks.length < MAX_MARKS; at++) {
    const to = endOf(clause, tokens, at);
    if (to !== null) marks.push({ from: tokens[at]!.from, to });
  }
  return marks;
}

/** Sorted, without overlaps; words that stand together are one mark. */
function merged(text: string, marks: readonly Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const mark of marks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last && text.slice(last.to, mark.from).trim() === '') last.to = Math.max(last.to, mark.to);
    else result.push({ ...mark });
  }
  return result.slice(0, MAX_MARKS);
}

/** White space at the beginning of a line. */
export const indentOf = (text: string): number => text.length - text.trimStart().length;

/** The part of a line around its first mark. */
export function excerpt(
  text: string,
  marks: readonly Mark[],
  indent = indentOf(text),
): { text: string; marks: Mark[] } {
  const first = marks[0]?.from ?? 0;
  const wide = text.length - indent > MAX_TEXT;
  let start = wide ? Math.max(indent, first - BEFORE) : indent;
  if (/^[\uDC00-\uDFFF]/.test(text.slice(start, start + 1))) start++;
  const lead = start > indent ? '…' : '';
  const shown = text.slice(start, start + MAX_TEXT).trimEnd();
  const moved = marks.flatMap(({ from, to }) =>
    from >= start && from - start < shown.length
      ? [{ from: from - start + lead.length, to: Math.min(to - start, shown.length) + lead.length }]
      : [],
  );
  return { text: (lead + shown).toWellFormed(), marks: moved };
}

// A letter beside other words would mark the beginnings of half of all words.
const isLetter = (word: string) => /^[a-z0-9]$/i.test(word);
const asMarked = (clause: Clause): Clause =>
  clause.words.length === 1 && isLetter(clause.words[0]!) ? { ...clause, isPrefix: false } : clause;

/** The best lines of a text for a query, in the order of the text. */
export function findInText(text: string, query: Query, maxLines: number): FoundText {
  const best: Scored[] = [];
  const firstWords = new RegExp(query.wanted.map(({ words }) => escaped(words[0]!)).join('|'), 'i');
  const wanted = query.wanted.length > 1 ? query.wanted.map(asMarked) : query.wanted;
  let isExact = false;
  let number = 0;
  for (const whole of text.split('\n')) {
    number++;
    const line = whole.slice(0, MAX_LINE);
    // Only other scripts and accents need the whole comparison; in plain text most lines are passed over at once.
    if (isAscii(line) && !firstWords.test(line)) continue;
    const tokens = [...tokensOf(line)];
    if (tokens.length === 0) continue;
    const found = wanted.map((clause) => marksOf(clause, tokens));
    const matched = found.filter((marks) => marks.length > 0).length;
    if (matched === 0) continue;
    const exact = query.phrase !== null && matched === query.wanted.length && marksOf(query.phrase, tokens).length > 0;
    isExact ||= exact;
    const marks = merged(line, found.flat());
    keep(best, { line: number, text: '', all: line, marks, score: matched + (exact ? 1 : 0) }, maxLines);
  }
  const lines = best
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, all, marks }): FoundLine => ({ line, ...excerpt(all, marks) }));
  return { lines, isExact };
}

/** Keeps the highest scores; of equal ones the first. */
function keep(best: Scored[], line: Scored, max: number): void {
  if (best.length === max && (best.at(-1)?.score ?? 0) >= line.score) return;
  const at = best.findIndex(({ score }) => score < line.score);
  best.splice(at < 0 ? best.length : at, 0, line);
  if (best.length > max) best.pop();
}

/** Ranges of a name that match the words of a query, also inside of words; a letter beside other words stands alone. */
export function marksInName(name: string, words: readonly string[]): Mark[] {
  const isAlone = ({ from, to }: Mark) =>
    !/[\p{L}\p{N}]$/u.test(name.slice(0, from)) && !/^[\p{L}\p{N}]/u.test(name.slice(to));
  const marksOfWord = (word: string) =>
    words.length > 1 && isLetter(word) ? occurrences(name, word).filter(isAlone) : occurrences(name, word);
  return merged(name, words.flatMap(marksOfWord));
}

/** Ranges of a line that contain this text, whatever its case. */
export function occurrences(line: string, text: string): Mark[] {
  if (text === '') return [];
  const pattern = new RegExp(escaped(text), 'giu');
  return [...line.slice(0, MAX_LINE).matchAll(pattern)]
    .slice(0, MAX_MARKS)
    .map(({ 0: found, index }) => ({ from: index, to: index + found.length }));
}

/** The first lines that contain this text, whatever its case. */
export function linesWith(text: string, wanted: string, maxLines: number): FoundLine[] {
  const lines: FoundLine[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (lines.length === maxLines) break;
    const marks = occurrences(line, wanted);
    if (marks.length > 0) lines.push({ line: at + 1, ...excerpt(line, marks) });
  }
  return lines;
}
