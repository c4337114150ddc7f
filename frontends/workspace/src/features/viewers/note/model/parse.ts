import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { blockFromSource, type LeafLines } from './block';
import { blockParser } from './grammar';
import { lineAt, lineStarts, splitLines } from './lines';
import type { Block, Container, NoteDocument, Source } from './nodes';
import { prefixLength } from './prefix';

const BOM = '\uFEFF';
const COMPOSITE = new Set(['Document', 'Blockquote', 'BulletList', 'OrderedList', 'ListItem', 'Footnote']);
const MARKERS = new Set(['QuoteMark', 'ListMark', 'FootnoteMark']);
const TAB_COLUMNS = 4;

/** A leaf of the syntax tree, or a container without one. */
interface Leaf {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly containers: readonly Container[];
  /** Where the first container that it opens starts, or itself. */
  readonly start: number;
}

let documents = 0;
let lastId = 0;

/** An identifier for a container or a list. They differ between documents, so that one note can hold blocks of two. */
export const newId = (): number => ++lastId;

/** What the keys of a document start with. Two texts read with the same ones get equal keys where they are equal. */
export interface Keys {
  readonly name: string;
  readonly firstId: number;
}

/** Keys for a text of at most this length. */
export function newKeys(length: number): Keys {
  const firstId = lastId + 1;
  // A container has at least one character; each may begin a list too.
  lastId += 2 * length + 2;
  return { name: `${(documents++).toString(36)}.`, firstId };
}

export function parseNote(text: string, keys?: Keys): NoteDocument {
  const steps = parseSteps(text, keys);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Reads a note in many short steps, between which the page can answer. */
export function* parseSteps(text: string, keys = newKeys(text.length)): Generator<undefined, NoteDocument> {
  const bom = text.startsWith(BOM) ? BOM : '';
  const { lines, eols, eol } = splitLines(text.slice(bom.length));
  yield;
  const frontMatterLines = frontMatterLength(lines);
  const body = lines.slice(frontMatterLines);
  const source = body.join('\n');
  const reading = blockParser.startParse(source);
  let tree: Tree | null;
  while (!(tree = reading.advance())) yield;
  const leaves = yield* new LeafReader(source, lineStarts(body), keys.firstId).read(tree);
  return yield* build({ text, bom, lines, eols, eol, frontMatterLines }, { leaves, name: keys.name });
}

/** Lines of the front matter with its delimiters; 0 when there is none. */
export function frontMatterLength(lines: readonly string[]): number {
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  return end + 1;
}

function* build(
  file: Omit<NoteDocument, 'head' | 'blocks' | 'sources'>,
  { leaves, name }: { leaves: readonly Leaf[]; name: string },
): Generator<undefined, NoteDocument> {
  const starts = lineStarts(file.lines.slice(file.frontMatterLines));
  const line = (offset: number) => file.frontMatterLines + lineAt(starts, offset);
  const blocks: Block[] = [];
  const sources = new Map<string, Source>();
  const doc: NoteDocument = {
    ...file,
    blocks,
    sources,
    head: leaves[0] ? line(leaves[0].start) : file.lines.length,
  };
  const ranges = separate(
    leaves.map((leaf) => {
      const last = line(Math.max(leaf.from, leaf.to - (leaf.to > leaf.from ? 1 : 0)));
      const content = line(leaf.from);
      return {
        leaf,
        first: line(leaf.start),
        content,
        column: leaf.from - starts[content - file.frontMatterLines]!,
        last,
      };
    }),
  );
  let open: readonly Container[] = [];
  for (const [index, { leaf, first, content, column, last }] of ranges.entries()) {
    const sid = name + index.toString(36);
    const leafLines = contentOf(file.lines, { leaf, content, column, last });
    const node = blockFromSource(leafLines, {
      sid,
      ...(leaf.containers.length > 0 && { containers: leaf.containers }),
    });
    const ids = new Set(open.map(({ id }) => id));
    const source: Source = {
      first,
      content,
      last,
      end: ranges[index + 1]?.first ?? file.lines.length,
      node,
      prefixes: leafLines.prefixes,
      inherited: leaf.containers.filter(({ id }) => ids.has(id)).length,
      doc,
    };
    blocks.push(node);
    sources.set(sid, source);
    open = leaf.containers;
    yield;
  }
  return doc;
}

interface Range {
  readonly leaf: Leaf;
  readonly first: number;
  readonly content: number;
  readonly column: number;
  readonly last: number;
}

/** Merges leaves that share a line into one block of source. */
function separate(ranges: readonly Range[]): Range[] {
  const separated: Range[] = [];
  for (const range of ranges) {
    const before = separated.at(-1);
    if (!before || range.first > before.last) separated.push(range);
    else {
      const { leaf, first, last } = before;
      separated[separated.length - 1] = {
        leaf: { ...leaf, type: 'Source', containers: [] },
        first,
        content: first,
        column: 0,
        last: Math.max(last, range.last),
      };
    }
  }
  return separated;
}

function contentOf(
  lines: readonly string[],
  { leaf, content, column, last }: Pick<Range, 'leaf' | 'content' | 'column' | 'last'>,
): LeafLines {
  const own = lines.slice(content, last + 1);
  const isText = leaf.type === 'Paragraph' || leaf.type === 'Task' || leaf.type.startsWith('SetextHeading');
  // The first line of indented code starts after its indentation, which the editor shows.
  const starts = leaf.type === 'CodeBlock' ? [] : [column];
  const prefixes = own.map((line, index) => {
    const known = starts[index];
    if (known !== undefined) return line.slice(0, known);
    return line.slice(0, prefixLength(line, leaf.containers, { indentation: isText ? Infinity : 0 }));
  });
  if (leaf.type === 'CodeBlock') prefixes[0] = own[0]!.slice(0, Math.min(prefixes[0]!.length, column));
  if (leaf.type === 'FencedCode') unindentCode(own, prefixes, leaf.containers);
  return { type: leaf.type, prefixes, lines: own.map((line, index) => line.slice(prefixes[index]!.length)) };
}

/** Lines of a fenced block lose as much indentation as its opening fence has. */
function unindentCode(lines: readonly string[], prefixes: string[], containers: readonly Container[]): void {
  const indent = /[ ]*$/.exec(prefixes[0]!)![0].length;
  const isIndented = prefixLength(lines[0]!, containers, { indentation: 0, isFirst: true });
  const columns = Math.max(0, Math.min(3, indent, prefixes[0]!.length - isIndented));
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const start = prefixes[index]!.length;
    const spaces = /^ */.exec(line.slice(start))![0].length;
    prefixes[index] = line.slice(0, start + Math.min(columns, spaces));
  }
}

/** Lists the leaves of a tree with their containers. */
class LeafReader {
  private readonly leaves: Leaf[] = [];

  constructor(
    private readonly source: string,
    private readonly starts: readonly number[],
    private nextId: number,
  ) {}

  *read(tree: Tree): Generator<undefined, readonly Leaf[]> {
    yield* this.composite(tree.topNode, { containers: [], opened: undefined, base: 0 });
    return this.leaves;
  }

  /**
   * @param state.opened where the outermost container starts that no leaf has opened yet
   * @param state.base column of the content of the container
   */
  private *composite(
    node: SyntaxNodeRef['node'],
    { containers, opened, base }: { containers: readonly Container[]; opened: number | undefined; base: number },
  ): Generator<undefined, void> {
    let start = opened;
    const list = this.nextId++;
    let hasLeaf = false;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (MARKERS.has(child.name)) continue;
      hasLeaf = true;
      if (child.name === 'BulletList' || child.name === 'OrderedList') {
        yield* this.composite(child, { containers, opened: start, base });
        start = undefined;
      } else if (COMPOSITE.has(child.name)) {
        const container = this.container(child, { list, ordered: node.name === 'OrderedList', base });
        const inner = 'width' in container ? base + container.width : this.quoteColumn(child.from);
        yield* this.composite(child, {
          containers: [...containers, container],
          opened: start ?? child.from,
          base: inner,
        });
        start = undefined;
      } else {
        this.leaves.push({ type: child.name, from: child.from, to: child.to, containers, start: start ?? child.from });
        start = undefined;
      }
      if (containers.length === 0) yield;
    }
    if (!hasLeaf && containers.length > 0)
      this.leaves.push({ type: 'Empty', from: node.to, to: node.to, containers, start: start ?? node.from });
  }

  private container(
    node: SyntaxNodeRef['node'],
    { list, ordered, base }: { list: number; ordered: boolean; base: number },
  ): Container {
    const id = this.nextId++;
    if (node.name === 'Blockquote') return { kind: 'quote', id };
    const mark = node.firstChild!;
    const marker = this.source.slice(mark.from, mark.to);
    if (node.name === 'Footnote') return { kind: 'footnote', id, marker, width: 4 };
    const at = this.column(mark.from);
    const content = mark.nextSibling ? this.column(mark.nextSibling.from) : Infinity;
    const after = this.column(mark.to);
    // Content that starts five or more columns after the marker is indented code of an item with one space.
    const width = content - after > 4 || !this.isSameLine(mark.to, mark.nextSibling?.from) ? after + 1 : content;
    return { kind: 'item', id, list, ordered, marker, indent: at - base, width: width - base };
  }

  /** Column of the content after a quote sign, which takes one space with it. */
  private quoteColumn(from: number): number {
    return this.column(from) + (/[ \t]/.test(this.source.charAt(from + 1)) ? 2 : 1);
  }

  private isSameLine(from: number, to: number | undefined): boolean {
    return to !== undefined && !this.source.slice(from, to).includes('\n');
  }

  private column(offset: number): number {
    const start = this.starts[lineAt(this.starts, offset)]!;
    let column = 0;
    for (let at = start; at < offset; at++)
      column += this.source.charCodeAt(at) === 9 ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1;
    return column;
  }
}
