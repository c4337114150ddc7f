/** Matching lines as they are shown: with ranges in characters, where ripgrep counts bytes. */
import { excerpt, type Mark } from './index/marks.js';
import type { LineMatch } from './ripgrep.js';

export const MAX_MARKS = 20;

/** The text of the line without its end. */
export const textOf = ({ bytes }: LineMatch): string => bytes.toString('utf8').replace(/\r?\n$/, '');

/** What was found in a line, one range after the other, so that each of its bytes is decoded once. */
export function* rangesOf({ bytes, found }: LineMatch): Generator<Mark> {
  let [byte, characters] = [0, 0];
  const charactersTo = (to: number) => {
    characters += bytes.toString('utf8', byte, to).length;
    byte = to;
    return characters;
  };
  for (const { start, end } of found) yield { from: charactersTo(start), to: charactersTo(end) };
}

/** The line around its first mark. */
export function lineOf(match: LineMatch) {
  const first = { ...match, found: match.found.slice(0, MAX_MARKS) };
  const marks = [...rangesOf(first)].filter(({ from, to }) => from < to);
  return { line: match.line, ...excerpt(textOf(match), marks) };
}
