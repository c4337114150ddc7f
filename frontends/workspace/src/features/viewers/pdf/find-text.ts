/** One match: the n-th on its page. */
export interface Hit {
  /** From 1. */
  page: number;
  index: number;
}

export const MAX_HITS = 5_000;

/**
 * Pattern for a query, undefined when it is blank; a space matches any white space, so that line breaks do not matter.
 */
export function patternOf(query: string): RegExp | undefined {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('\\s+'), 'gi');
}

/** Start and end offsets of every match in a text. */
export function matchesIn(text: string, pattern: RegExp): [number, number][] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }): [number, number] => [index, index + found.length]);
}

interface Piece {
  node: Text;
  /** Offset in the text of the page. */
  at: number;
}

/** The text of a rendered page with its DOM nodes; a line break is one character, as in `textOf`. */
function readLayer(layer: Element): { text: string; pieces: Piece[] } {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Piece[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, at: text.length });
      text += node.data;
    } else if (node instanceof HTMLBRElement) text += '\n';
  }
  return { text, pieces };
}

/** DOM ranges of the matches on a rendered page, in order. */
export function rangesIn(layer: Element, pattern: RegExp): Range[] {
  const { text, pieces } = readLayer(layer);
  const pieceAt = (offset: number) => pieces.findLast(({ at }) => at <= offset);
  return matchesIn(text, pattern).flatMap(([begin, end]) => {
    const [first, last] = [pieceAt(begin), pieceAt(end - 1)];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, Math.min(begin - first.at, first.node.length));
    range.setEnd(last.node, Math.min(end - last.at, last.node.length));
    return [range];
  });
}

type TextItem = { str: string; hasEOL: boolean } | { type: string };

/** The text of a page, equal to that of its text layer. */
export const textOf = (items: readonly TextItem[]): string =>
  items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
