import { Element, Node, Text, type NodeEntry, type Range } from 'slate';
import { attributesFrom, TAG, unescapeHtml } from '../../html-tags';

const MAX_TAGS = 1_000;

/** Elements that only give text another look. */
export const HTML_MARKS = [
  'b',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'strong',
  'sub',
  'sup',
  'u',
  'var',
] as const;
type HtmlMark = (typeof HTML_MARKS)[number];

const isMark = (name: string): name is HtmlMark => (HTML_MARKS as readonly string[]).includes(name);

/** What the tags around a text say; set while it is shown, and never stored. */
export type HtmlLook = { readonly [Mark in HtmlMark as `html:${Mark}`]?: true } & {
  /** The address of a link. */
  readonly 'html:a'?: string;
  /** A line ends here. */
  readonly 'html:br'?: true;
};

export type HtmlRange = Range & HtmlLook;

/** A place in the children of a block. */
interface Place {
  readonly child: number;
  readonly offset: number;
}

interface Span {
  readonly start: Place;
  readonly end: Place;
}

interface Tag extends Span {
  readonly name: string;
  readonly isEnd: boolean;
  readonly look: HtmlLook | undefined;
}

const END_OR_TAG = new RegExp(`</([a-z][a-z0-9]*)\\s*>|${TAG.source}`, 'gi');

/** The looks of the texts between HTML tags of a block; the tags themselves are shown as they are written. */
export function inlineHtmlIn([node, path]: NodeEntry): HtmlRange[] {
  if (!Element.isElement(node) || !/^(?:paragraph|heading|cell)$/.test(node.type)) return [];
  const ranges: HtmlRange[] = [];
  const add = (span: Span, look: HtmlLook) => ranges.push(...rangesOf([node, path], span, look));
  const open: Tag[] = [];
  for (const tag of tagsOf(node)) {
    if (tag.name === 'br' && !isAtLineEnd(node, tag.end)) add(tag, { 'html:br': true });
    else if (!tag.isEnd && tag.look) open.push(tag);
    else if (tag.isEnd) {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      const [begun] = at < 0 ? [] : open.splice(at);
      if (begun) add({ start: begun.end, end: tag.start }, begun.look!);
    }
  }
  return ranges;
}

function tagsOf({ children }: Element): Tag[] {
  return children
    .flatMap((node, child) =>
      Text.isText(node) && node.raw && node.text.includes('<') ? tagsIn(node.text, child) : [],
    )
    .slice(0, MAX_TAGS);
}

const tagsIn = (text: string, child: number): Tag[] =>
  Array.from(text.matchAll(END_OR_TAG), ({ 0: tag, 1: ended, 2: begun, index }) => {
    const name = (ended ?? begun!).toLowerCase();
    return {
      name,
      isEnd: ended !== undefined,
      look: lookOf(name, tag),
      start: { child, offset: index },
      end: { child, offset: index + tag.length },
    };
  });

function lookOf(name: string, tag: string): HtmlLook | undefined {
  if (isMark(name)) return { [`html:${name}`]: true };
  if (name !== 'a') return undefined;
  const href = attributesFrom(tag, '<a'.length).find((attribute) => attribute.name === 'href');
  return href && { 'html:a': unescapeHtml(href.value) };
}

/** Whether the text itself has a new line there, or ends. */
function isAtLineEnd({ children }: Element, { child, offset }: Place): boolean {
  const rest = Node.string(children[child]!).slice(offset) || Node.string(children[child + 1] ?? { text: '' });
  return rest === '' ? child + 2 >= children.length : rest.startsWith('\n');
}

/** The ranges of the texts in a span; one range over several texts would be empty in some of them. */
function rangesOf([{ children }, path]: NodeEntry<Element>, { start, end }: Span, look: HtmlLook): HtmlRange[] {
  return children.slice(start.child, end.child + 1).flatMap((node, at) => {
    const child = start.child + at;
    return [...Node.texts(node)].flatMap(([{ text }, within]) => {
      const from = child === start.child ? start.offset : 0;
      const to = child === end.child ? end.offset : text.length;
      const place = [...path, child, ...within];
      return from < to ? [{ anchor: { path: place, offset: from }, focus: { path: place, offset: to }, ...look }] : [];
    });
  });
}
