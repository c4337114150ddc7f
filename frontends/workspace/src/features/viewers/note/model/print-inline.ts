import { isText, type Inline, type InlineNode, type NoteText } from './nodes';

/** How many characters of plain text are escaped: none, those that may mean something, all that can be. */
export type Escapes = 'none' | 'needed' | 'all';

export interface InlineStyle {
  readonly escapes: Escapes;
  /** Prints bold and italic text with asterisks, whatever was written. */
  readonly asterisks?: boolean;
}

const NEEDED = /[\\`*_[\]<~=$]|&(?=#?\w+;)|^(?:[#>+-]|\d+(?=[.)]))|(?<=\n)[ ]*(?:[#>+-]|\d+(?=[.)]))/g;
const ALL = /[!-/:-@[-`{-~]/g;
const OUTER_MARKS = ['bold', 'italic', 'strike', 'highlight'] as const;
type OuterMark = (typeof OUTER_MARKS)[number];

export function printInline(nodes: readonly Inline[], style: InlineStyle): string {
  return new InlinePrinter(style).print(nodes);
}

class InlinePrinter {
  private out = '';
  private open: [mark: OuterMark, delimiter: string][] = [];

  constructor(private readonly style: InlineStyle) {}

  print(nodes: readonly Inline[]): string {
    const parts = movedSpaces(nodes);
    for (const [index, part] of parts.entries()) {
      if (isText(part) && part.text === '') continue;
      // White space opens no mark: a mark cannot begin with it.
      this.close(marksOf(part));
      if (!isText(part) || part.text.trim() !== '') this.openMarks(marksOf(part), parts.slice(index));
      this.out += isText(part) ? this.text(part) : this.node(part);
    }
    this.close({});
    return this.out;
  }

  private close(wanted: OuterMarks): void {
    const kept = this.open.findIndex(([mark]) => !wanted[mark]);
    if (kept >= 0) for (const [, delimiter] of this.open.splice(kept).toReversed()) this.out += delimiter;
  }

  private openMarks(wanted: OuterMarks, rest: readonly Inline[]): void {
    const missing = OUTER_MARKS.filter((mark) => wanted[mark] && !this.open.some(([open]) => open === mark));
    // The mark that reaches furthest is opened first, so that it is closed last.
    for (const mark of missing.toSorted((a, b) => reach(rest, b) - reach(rest, a))) {
      const delimiter = this.delimiter(mark, wanted[mark]!);
      this.open.push([mark, delimiter]);
      this.out += delimiter;
    }
  }

  private delimiter(mark: OuterMark, written: string): string {
    if (!this.style.asterisks) return written;
    return mark === 'bold' ? '**' : mark === 'italic' ? '*' : written;
  }

  private text(node: NoteText): string {
    if (node.raw) return node.text;
    if (node.code !== undefined) return printCode(node.text, node.code);
    if (node.math !== undefined) return node.math + node.text + node.math;
    return this.escape(node.text);
  }

  private escape(text: string): string {
    if (this.style.escapes === 'none') return text;
    return text.replace(this.style.escapes === 'all' ? ALL : NEEDED, (found) => found.replace(/(\S)$/, '\\$1'));
  }

  private node(node: InlineNode): string {
    switch (node.type) {
      case 'mention':
        return node.tick + node.value + node.tick;
      case 'citation':
        return `[^${node.id}]`;
      case 'image':
        return `![${node.alt}${node.tail}`;
      case 'link': {
        const marks = marksOf(node);
        const text = printInline(
          node.children.map((child) => (isText(child) ? withoutMarks(child, marks) : child)),
          this.style,
        );
        return node.tail === '' ? text : `[${text}${node.tail}`;
      }
    }
  }
}

/** The backticks of code grow until its text holds no run of the same length. */
export function printCode(text: string, written: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length));
  let size = written.length || 1;
  while (runs.has(size)) size++;
  const tick = '`'.repeat(size);
  const isTouching = text.startsWith('`') || text.endsWith('`');
  return isTouching ? `${tick} ${text} ${tick}` : tick + text + tick;
}

type OuterMarks = Partial<Record<OuterMark, string>>;

const pick = (text: NoteText): OuterMarks =>
  Object.fromEntries(OUTER_MARKS.filter((mark) => text[mark]).map((mark) => [mark, text[mark]]));

/** Marks around a node; those of a link are the marks that all of its texts have. */
function marksOf(node: Inline): OuterMarks {
  if (isText(node)) return pick(node);
  if (node.type !== 'link') return {};
  const [first, ...others] = node.children.filter(isText).map(pick);
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([mark, value]) => others.every((marks) => marks[mark as OuterMark] === value)),
  );
}

const withoutMarks = (text: NoteText, marks: OuterMarks): NoteText =>
  Object.fromEntries(Object.entries(text).filter(([key]) => !(key in marks))) as unknown as NoteText;

/** Number of following nodes that have the mark. */
function reach(nodes: readonly Inline[], mark: OuterMark): number {
  const end = nodes.findIndex((node) => !marksOf(node)[mark]);
  return end < 0 ? nodes.length : end;
}

/** Markdown has no mark that begins or ends with a space: these spaces move out of the marks. */
export const movedSpaces = (nodes: readonly Inline[]): Inline[] => spread(nodes.map(withoutEdgeSpaces));

function withoutEdgeSpaces(node: Inline): Inline[] {
  if (!isText(node) || node.code !== undefined || Object.keys(pick(node)).length === 0) return [node];
  const [, before, text, after] = /^(\s*)([^]*?)(\s*)$/.exec(node.text)!;
  return [
    ...(before ? [{ text: before }] : []),
    ...(text ? [{ ...node, text }] : []),
    ...(after ? [{ text: after }] : []),
  ];
}

/** Spaces between two texts with the same mark stay inside of it. */
function spread(parts: readonly Inline[][]): Inline[] {
  const nodes = parts.flat();
  return nodes.map((node, index) => {
    if (!isText(node) || node.text.trim() !== '' || Object.keys(pick(node)).length > 0) return node;
    const [before, after] = [marksOf(nodes[index - 1] ?? node), marksOf(nodes[index + 1] ?? node)];
    const both = OUTER_MARKS.filter((mark) => before[mark] !== undefined && before[mark] === after[mark]);
    return { ...node, ...Object.fromEntries(both.map((mark) => [mark, before[mark]])) };
  });
}
