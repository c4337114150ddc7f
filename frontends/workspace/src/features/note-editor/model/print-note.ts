import { isEqualNode } from './equal';
import { meaningOf } from './meaning';
import type { Block, Container, NoteDocument, Source } from './nodes';
import { parseNote } from './parse';
import { patches } from './patch';
import { printBlock } from './print';
import type { InlineStyle } from './print-inline';
import { patchTable } from './patch-table';

const STYLES: readonly InlineStyle[] = [{ escapes: 'none' }, { escapes: 'needed' }, { escapes: 'all' }];
const ASTERISKS = STYLES.map((style) => ({ ...style, asterisks: true }));

interface Position {
  readonly source: Source | undefined;
  /** How many of its containers the block before has opened. */
  readonly inherited: number;
}

/**
 * The text of a note after edits. Lines of blocks that did not change are copied; a changed block is patched, so that
 * only the changed characters differ.
 */
export function printNote(doc: NoteDocument, blocks: readonly Block[]): string {
  return new NotePrinter(doc).print(blocks);
}

class NotePrinter {
  private readonly lines: string[] = [];
  private readonly eols: string[] = [];
  private readonly used = new Set<string>();

  constructor(private readonly doc: NoteDocument) {}

  print(blocks: readonly Block[]): string {
    this.copy(0, this.doc.head);
    let before: Block | undefined;
    let end = this.doc.head;
    for (const block of blocks) {
      const source = this.sourceOf(block);
      const inherited = inheritedBy(block, before);
      if (!source || source.first !== end) this.seam(before, block);
      if (source && inherited === source.inherited && isEqualNode(block, source.node))
        this.copy(source.first, source.end);
      else this.changed(block, { source, inherited });
      end = source ? source.end : -1;
      before = block;
    }
    if (end !== this.doc.lines.length) this.finish();
    return this.doc.bom + this.lines.map((line, index) => line + this.eols[index]!).join('');
  }

  /** The source of a block; a second block with the same key, the other half of a split one, is new. */
  private sourceOf({ sid }: Block): Source | undefined {
    if (sid === undefined || this.used.has(sid)) return undefined;
    this.used.add(sid);
    return this.doc.sources.get(sid);
  }

  private copy(from: number, to: number): void {
    for (let line = from; line < to; line++) this.push(this.doc.lines[line]!, this.doc.eols[line]!);
  }

  private push(line: string, eol: string): void {
    this.lines.push(line);
    this.eols.push(eol);
  }

  private changed(block: Block, position: Position): void {
    const { source } = position;
    const lines = linesOf(block, position);
    const isOpened = source !== undefined && position.inherited === source.inherited;
    if (source && isOpened) this.copy(source.first, source.content);
    const last = source ? source.last : -1;
    for (const [index, line] of lines.entries()) {
      const own = source && source.content + index < last ? this.doc.eols[source.content + index]! : undefined;
      const isLast = index === lines.length - 1;
      this.push(line, isLast && source ? this.doc.eols[last]! : (own ?? this.doc.eol));
    }
    if (source) this.copy(source.last + 1, source.end);
  }

  /** Separates blocks that were not neighbours in the file: by a line end, and by a blank line where one is needed. */
  private seam(before: Block | undefined, block: Block): void {
    // What follows the last line end of the file is no line of its own once another block comes there.
    if (this.lines.at(-1) === '' && this.eols.at(-1) === '') this.drop();
    if (this.lines.length === 0) return;
    if (this.eols.at(-1) === '') this.eols[this.eols.length - 1] = this.doc.eol;
    if (isBlank(this.lines.at(-1)!) || (before && this.isTight(before, block))) return;
    const common = (block.containers ?? []).slice(0, inheritedBy(block, before));
    this.push(restPrefix(common).trimEnd(), this.doc.eol);
  }

  /** Items of a list stand without blank lines between them unless the list has some. */
  private isTight(before: Block, block: Block): boolean {
    const lists = (of: Block) =>
      (of.containers ?? []).flatMap((container) => ('list' in container ? [container.list] : []));
    const opened = (block.containers ?? []).slice(inheritedBy(block, before))[0];
    return opened?.kind === 'item' && lists(before).includes(opened.list);
  }

  /** The file ends as it did, with or without a line end, after another block than before. */
  private finish(): void {
    while (this.lines.length > Math.max(1, this.doc.frontMatterLines) && isBlank(this.lines.at(-1)!)) this.drop();
    if (this.lines.length === 0) return;
    const hasFinalEnd = this.doc.text === '' || (this.doc.lines.length > 1 && this.doc.lines.at(-1) === '');
    this.eols[this.eols.length - 1] = hasFinalEnd ? this.doc.eol : '';
  }

  private drop(): void {
    this.lines.pop();
    this.eols.pop();
  }
}

const isBlank = (line: string) => /^[\s>]*$/.test(line);

function inheritedBy(block: Block, before: Block | undefined): number {
  const ids = new Set(before?.containers?.map(({ id }) => id));
  return (block.containers ?? []).filter(({ id }) => ids.has(id)).length;
}

/** The lines of a changed block: the first of several ways to write it that is read back as the same block. */
export function linesOf(block: Block, position: Position): string[] {
  const { source, inherited } = position;
  const containers = block.containers ?? [];
  const isKept = source !== undefined && inherited === source.inherited && sameContainers(block, source.node);
  const own = [firstPrefix(containers, inherited)];
  const candidates = function* () {
    if (isKept)
      for (const style of STYLES)
        for (const text of patched(block, source, style)) yield prefixed(text, source.prefixes, containers);
    for (const prefixes of isKept ? [source.prefixes, own] : [own])
      for (const style of [...STYLES, ...ASTERISKS]) yield prefixed(printBlock(block, style), prefixes, containers);
  };
  const meaning = meaningOf(block);
  let first: string[] | undefined;
  for (const lines of candidates()) {
    if (readBack(lines, block, inherited) === meaning) return lines;
    first ??= lines;
  }
  // Markdown cannot say it, as with a letter right after '**Note:**'. The first candidate changes the least.
  return first!;
}

function* patched(block: Block, source: Source, style: InlineStyle): Generator<string> {
  const written = source.doc.lines
    .slice(source.content, source.last + 1)
    .map((line, index) => line.slice(source.prefixes[index]!.length));
  if (block.type === 'table' && source.node.type === 'table') {
    yield patchTable(block, { node: source.node, lines: written }, style);
    return;
  }
  const before = printBlock(source.node, style);
  yield* patches({ before, after: printBlock(block, style), written: written.join('\n') });
}

/** What the lines say when they are read again, after a paragraph that opens the inherited containers. */
function readBack(lines: readonly string[], block: Block, inherited: number): string | undefined {
  const open = (block.containers ?? []).slice(0, inherited);
  const text = [`${firstPrefix(open, 0)}x`, restPrefix(open).trimEnd(), ...lines].join('\n');
  const { blocks } = parseNote(text);
  return blocks.length === 2 ? meaningOf(blocks[1]!) : undefined;
}

const sameContainers = (a: Block, b: Block) => JSON.stringify(a.containers) === JSON.stringify(b.containers);

function prefixed(text: string, prefixes: readonly string[], containers: readonly Container[]): string[] {
  const rest = restPrefix(containers);
  return text.split('\n').map((line, index) => {
    const prefix = prefixes[index] ?? rest;
    return line === '' && index > 0 ? prefix.trimEnd() : prefix + line;
  });
}

const widthOf = (container: Container & { kind: 'item' }) =>
  Math.max(container.width, container.indent + container.marker.length + 1);

/** The prefix of the first line of a block that opens all containers but the inherited ones. */
function firstPrefix(containers: readonly Container[], inherited: number): string {
  return containers
    .map((container, index) => {
      if (index < inherited || container.kind === 'quote') return restPrefix([container]);
      if (container.kind === 'footnote') return `${container.marker} `;
      return (' '.repeat(Math.max(0, container.indent)) + container.marker).padEnd(widthOf(container));
    })
    .join('');
}

const restPrefix = (containers: readonly Container[]): string =>
  containers
    .map((container) => {
      if (container.kind === 'quote') return '> ';
      return ' '.repeat(container.kind === 'item' ? widthOf(container) : container.width);
    })
    .join('');
