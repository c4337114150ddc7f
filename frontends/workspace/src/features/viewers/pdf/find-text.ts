/** One place where the words were found: the n-th hit on a page. */
export interface Hit {
  /** From 1. */
  page: number;
  index: number;
}

export const MAX_HITS = 5_000;

/** What is looked for; spaces stand for any white space, so that words broken over lines are found. Undefined: nothing. */
export function patternOf(query: string): RegExp | undefined {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('\\s+'), 'gi');
}

/** Where a pattern stands in a text: begins and ends. */
export function matchesIn(text: string, pattern: RegExp): [number, number][] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }): [number, number] => [index, index + found.length]);
}

interface Piece {
  node: Text;
  /** Where it begins in the text of the page. */
  at: number;
}

/** The text of a rendered page with its nodes; a line break of the page is one character, as in `textOf`. */
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

/** The hits on a rendered page, in their order. */
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

/** The text of a page as its text layer will have it. */
export const textOf = (items: readonly TextItem[]): string =>
  items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
