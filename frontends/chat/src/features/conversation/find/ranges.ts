import './find.css';

const NAMES = { all: 'chat-find', current: 'chat-find-current' };
const MAX_RANGES = 500;

/** Where words stand in the shown text of an element, also across its parts. Case is ignored. */
export function rangesOf(element: Element, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; from: number }[] = [];
  let text = '';
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('button, .sr-only, style')) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'giu');
  const ranges: Range[] = [];
  let at = 0;
  /** Offsets come in order, so each search goes on where the one before ended. */
  const place = (offset: number) => {
    while (at + 1 < nodes.length && nodes[at + 1]!.from <= offset) at++;
    const { node, from } = nodes[at]!;
    return [node, Math.min(offset - from, node.length)] as const;
  };
  for (const { 0: hit, index } of text.matchAll(pattern)) {
    if (ranges.length === MAX_RANGES) break;
    const range = document.createRange();
    range.setStart(...place(index));
    const [node, offset] = place(index + hit.length - 1);
    range.setEnd(node, Math.min(offset + 1, node.length));
    ranges.push(range);
  }
  return ranges;
}

/** Colours the matches; browsers without this show the place only. */
export function showRanges(ranges: readonly Range[], current: Range | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(NAMES.all);
  CSS.highlights.delete(NAMES.current);
  if (ranges.length > 0) CSS.highlights.set(NAMES.all, new Highlight(...ranges));
  if (current) CSS.highlights.set(NAMES.current, new Highlight(current));
}
