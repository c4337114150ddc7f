/** Finds text in what is rendered, without changing it: a hit may begin in one element and end in another. */

/** Marking stops at this number of hits, so that a long text stays quick. */
export const MAX_HITS = 2_000;

/** Elements that begin a new line of text. */
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI ' +
    'MAIN ' +
    'NAV OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL BR'
  ).split(' '),
);
const LEFT_OUT = 'script, style, noscript, [aria-hidden="true"], [data-find="off"]';

/** The text of one block, and the nodes that it comes from. */
interface Piece {
  node: Text;
  from: number;
}

export type Hit = StaticRange;

/** A pattern for a typed text: each of its spaces stands for any white space. Undefined for nothing. */
export function patternOf(query: string, isCaseSensitive: boolean): RegExp | undefined {
  if (query.trim() === '') return undefined;
  const escaped = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(escaped, isCaseSensitive ? 'gu' : 'giu');
}

/** All places of a pattern below an element or shadow root, in reading order. */
export function hitsIn(root: Node, pattern: RegExp, max = MAX_HITS): Hit[] {
  const hits: Hit[] = [];
  let text = '';
  let pieces: Piece[] = [];
  const flush = () => {
    if (pieces.length > 0) collect(text, pieces, { pattern, hits, max });
    text = '';
    pieces = [];
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(LEFT_OUT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  let block: Node | null = null;
  for (let node = walker.nextNode(); node && hits.length < max; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      if (BLOCKS.has(node.nodeName)) flush();
      continue;
    }
    // Behind a block that has ended, the text of the one around it goes on.
    const own = blockOf(node, root);
    if (own !== block) flush();
    block = own;
    pieces.push({ node, from: text.length });
    text += node.data;
  }
  if (hits.length < max) flush();
  return hits;
}

function blockOf(node: Node, root: Node): Node {
  let above = node.parentNode;
  while (above && above !== root && !BLOCKS.has(above.nodeName)) above = above.parentNode;
  return above ?? root;
}

function collect(
  text: string,
  pieces: readonly Piece[],
  { pattern, hits, max }: { pattern: RegExp; hits: Hit[]; max: number },
): void {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found === '' || hits.length >= max) continue;
    const start = pieceAt(pieces, index);
    const end = pieceAt(pieces, index + found.length - 1);
    hits.push(
      new StaticRange({
        startContainer: start.node,
        startOffset: index - start.from,
        endContainer: end.node,
        endOffset: index + found.length - end.from,
      }),
    );
  }
}

/** The last piece that begins at an offset or before. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pieces[middle]!.from <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low]!;
}

/** The range as one that can be measured. */
export function rangeOf(hit: Hit): Range | undefined {
  if (!hit.startContainer.isConnected || !hit.endContainer.isConnected) return undefined;
  const range = document.createRange();
  range.setStart(hit.startContainer, Math.min(hit.startOffset, lengthOf(hit.startContainer)));
  range.setEnd(hit.endContainer, Math.min(hit.endOffset, lengthOf(hit.endContainer)));
  return range;
}

const lengthOf = (node: Node) => (node instanceof Text ? node.length : node.childNodes.length);
