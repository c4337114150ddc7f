const MAX_LENGTH = 60;
/** More than enough for a title, whatever its beginning is marked with. */
const MAX_READ = 2_000;

/** Without marks of Markdown, but with what is part of a word: C#, file_name, 2 > 1. */
export const withoutMarks = (text: string): string =>
  text
    .replace(/^[ \t]*(?:#{1,6}\s|>)+/gm, ' ')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}|_{1,3}(?![\p{L}\p{N}_])/gu, ' ')
    .replace(/[*`]+/g, ' ');

/**
 * Makes the title of a new chat from the first line of its first message, cut between words. Null if there is no text.
 */
export function titleOf(text: string): string | null {
  const line = withoutMarks(text.trimStart().slice(0, MAX_READ))
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  if (line.length <= MAX_LENGTH) return line;
  const cut = line.slice(0, MAX_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}
