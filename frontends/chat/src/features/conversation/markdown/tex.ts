/** TeX within Markdown: `$$…$$`, `\[…\]`, `\(…\)`, and `$…$` that is no price. */

/** Longer ones are text: a mark that is never closed must not hide the rest of an answer. */
export const MAX_TEX = 10_000;

const CLOSINGS: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)' };

export interface Tex {
  readonly source: string;
  readonly isInline: boolean;
  /** The closing mark has not arrived yet. */
  readonly isOpen: boolean;
}

/** Takes the marks off a formula. */
export function readTex(raw: string): Tex {
  if (!/^(\$\$|\\)/.test(raw)) return { source: raw.slice(1, -1), isInline: true, isOpen: false };
  const mark = raw.slice(0, 2);
  const closing = CLOSINGS[mark] ?? mark;
  const isOpen = raw.length < 4 || !raw.endsWith(closing);
  return { source: isOpen ? raw.slice(2) : raw.slice(2, -2), isInline: mark === '\\(', isOpen };
}

/** A formula at the start of a text that has its lines for itself. */
const OPENING = /^ {0,3}(\$\$|\\\[)/;

/**
 * The formula that a text begins with, with its lines.
 * @param isGrowing the text goes on: a formula that is not closed yet counts
 */
export function texBlockAt(text: string, isGrowing: boolean): { raw: string; tex: string } | undefined {
  const opening = OPENING.exec(text);
  if (!opening) return undefined;
  const from = opening[0].length;
  const closing = CLOSINGS[opening[1]!]!;
  const at = text.slice(0, MAX_TEX).indexOf(closing, from);
  if (at < 0) return isGrowing && text.length <= MAX_TEX ? { raw: text, tex: text.trim() } : undefined;
  const rest = /^[ \t]*(?:\n|$)/.exec(text.slice(at + closing.length, at + closing.length + 200));
  if (!rest || text.slice(from, at).trim() === '') return undefined;
  const end = at + closing.length;
  return { raw: text.slice(0, end + rest[0].length), tex: text.slice(0, end).trim() };
}
