import type { Element } from '@lezer/markdown';
import { inlineParser } from './grammar';
import { mentionKind } from './mention';
import { isText, type ImageNode, type Inline, type LinkNode, type NoteText } from './nodes';

type Marks = Omit<NoteText, 'text'>;
type Range = readonly [from: number, to: number];

const EMPTY: NoteText = { text: '' };
const MARK_OF: Readonly<Record<string, keyof Marks>> = {
  Emphasis: 'italic',
  StrongEmphasis: 'bold',
  Strikethrough: 'strike',
  Highlight: 'highlight',
};

const isTextOrImage = (node: Inline): node is NoteText | ImageNode => isText(node) || node.type === 'image';

/** Typed access to the children of an element, which the library keeps internal. */
const childrenOf = (element: Element): readonly Element[] =>
  (element as Element & { readonly children?: readonly Element[] }).children ?? [];
const nameOf = (element: Element): string => inlineParser.nodeSet.types[element.type]!.name;

/**
 * The inline nodes of the text of one block, in the normal form of Slate: text around inline nodes, equal neighbours
 * merged. Otherwise the first edit would make Slate rewrite the block.
 */
export function parseInline(source: string): readonly Inline[] {
  if (!/[\\`*_~=$[\]<>&!:@]|www\./.test(source)) return [{ text: source }];
  return normalize(new InlineReader(source).read(inlineParser.parseInline(source, 0), [0, source.length], {}));
}

class InlineReader {
  constructor(private readonly source: string) {}

  read(elements: readonly Element[], [from, to]: Range, marks: Marks): Inline[] {
    const nodes: Inline[] = [];
    let at = from;
    for (const element of elements) {
      if (element.from > at) nodes.push({ text: this.source.slice(at, element.from), ...marks });
      nodes.push(...this.node(element, marks));
      at = element.to;
    }
    if (to > at) nodes.push({ text: this.source.slice(at, to), ...marks });
    return nodes;
  }

  private node(element: Element, marks: Marks): Inline[] {
    const name = nameOf(element);
    const text = this.source.slice(element.from, element.to);
    const mark = MARK_OF[name];
    if (mark) return this.marked(element, mark, marks);
    switch (name) {
      case 'Escape':
        return [{ text: text.slice(1), ...marks }];
      case 'InlineCode':
        return [this.code(element, marks)];
      case 'Math': {
        const size = text.startsWith('$$') ? 2 : 1;
        return [{ text: text.slice(size, -size), ...marks, math: text.slice(0, size) }];
      }
      case 'Citation':
        return [{ type: 'citation', id: text.slice(2, -1), children: [EMPTY] }];
      case 'Image':
        return [this.image(element)];
      case 'Link':
        return this.link(element, marks);
      case 'URL':
      case 'Autolink':
        return [{ type: 'link', url: addressOf(text), tail: '', children: [{ text, ...marks, raw: true }] }];
      case 'HardBreak':
        return [text.startsWith('\\') ? { text, ...marks, raw: true } : { text, ...marks }];
      default:
        // Entities, HTML tags, comments and what else has no own form in the editor.
        return [{ text, ...marks, raw: true }];
    }
  }

  private marked(element: Element, mark: keyof Marks, marks: Marks): Inline[] {
    const children = childrenOf(element);
    const [open, close] = [children[0]!, children.at(-1)!];
    const inner = { ...marks, [mark]: this.source.slice(open.from, open.to) };
    return this.read(children.slice(1, -1), [open.to, close.from], inner);
  }

  private code(element: Element, marks: Marks): Inline {
    const [open, close] = childrenOf(element) as [Element, Element];
    const tick = this.source.slice(open.from, open.to);
    const value = this.source.slice(open.to, close.from);
    const kind = mentionKind(value);
    if (kind) return { type: 'mention', kind, value, tick, children: [EMPTY] };
    return { text: value, ...marks, code: tick };
  }

  private image(element: Element): Inline {
    const children = childrenOf(element);
    const close = this.textEnd(children);
    return {
      type: 'image',
      url: this.urlOf(children),
      alt: this.source.slice(element.from + 2, close),
      tail: this.source.slice(close, element.to),
      children: [EMPTY],
    };
  }

  private link(element: Element, marks: Marks): Inline[] {
    const children = childrenOf(element);
    const close = this.textEnd(children);
    const tail = this.source.slice(close, element.to);
    const text = children.filter(({ from, to }) => from > element.from && to <= close);
    const inner = this.read(text, [element.from + 1, close], marks);
    // A shortcut reference may be no link at all, and an editor link holds text and images only.
    if (tail === ']' || !inner.every(isTextOrImage))
      return [{ text: this.source.slice(element.from, element.to), ...marks, raw: true }];
    const content = inner.every(isText) ? merge(inner) : normalize(inner);
    return [{ type: 'link', url: this.urlOf(children), tail, children: content as LinkNode['children'] }];
  }

  private urlOf(children: readonly Element[]): string | null {
    const url = children.find((child) => nameOf(child) === 'URL');
    return url ? this.source.slice(url.from, url.to).replace(/^<(.*)>$/, '$1') : null;
  }

  /** Where the text of a link or an image ends: at its first closing bracket. */
  private textEnd(children: readonly Element[]): number {
    const close = children.find((child) => nameOf(child) === 'LinkMark' && this.source[child.from] === ']');
    return close ? close.from : children.at(-1)!.to;
  }
}

function addressOf(text: string): string {
  const bare = text.replace(/^<(.*)>$/, '$1');
  if (/^[a-z][a-z0-9+.-]*:/i.test(bare)) return bare;
  return bare.includes('@') ? `mailto:${bare}` : `http://${bare}`;
}

const MARKS = ['bold', 'italic', 'strike', 'highlight', 'code', 'math', 'raw'] as const;

const sameMarks = (a: NoteText, b: NoteText) => MARKS.every((mark) => a[mark] === b[mark]);

/** Merges neighbours with equal marks and removes empty texts. */
function merge(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (isText(node) && node.text === '') continue;
    if (last && isText(last) && isText(node) && sameMarks(last, node))
      merged[merged.length - 1] = { ...last, text: last.text + node.text };
    else merged.push(node);
  }
  return merged;
}

export function normalize(nodes: readonly Inline[]): readonly Inline[] {
  const normal: Inline[] = [];
  for (const node of merge(nodes)) {
    const last = normal.at(-1);
    if (!isText(node) && (!last || !isText(last))) normal.push(EMPTY);
    normal.push(isText(node) || node.children.length > 0 ? node : ({ ...node, children: [EMPTY] } as Inline));
  }
  const last = normal.at(-1);
  if (!last || !isText(last)) normal.push(EMPTY);
  return normal;
}
