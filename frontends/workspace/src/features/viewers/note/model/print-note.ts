import { indexesOf, offsetsOf } from './document-index';
import { isEqualNode } from './equal';
import { meaningOf } from './meaning';
import { splitLines } from './lines';
import { isText, type Block, type Container, type NoteDocument, type Source } from './nodes';
import { parseNote } from './parse';
import { patches } from './patch';
import { printBlock } from './print';
import type { InlineStyle } from './print-inline';
import { patchTable } from './patch-table';
import { withoutBreaks } from './waiting-breaks';

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
  private readonly parts: string[] = [];
  /** By the index of the block in its document. */
  private readonly isUsed: Uint8Array;
  private readonly offsets: readonly number[];
  /** The last line that was written, without its end. */
  private lastLine: string | undefined;
  private endsLine = true;
  /** Blank lines after the last block, which are written before the next one. */
  private gap: readonly [from: number, to: number] = [0, 0];

  constructor(private readonly doc: NoteDocument) {
    this.offsets = offsetsOf(doc);
    this.isUsed = new Uint8Array(doc.blocks.length);
  }

  print(blocks: readonly Block[]): string {
    this.copy(0, this.doc.head);
    let before: Block | undefined;
    let end = this.doc.head;
    let isReshaped = false;
    for (let index = 0; index < blocks.length; index++) {
      const block = blocks[index]!;
      const run = isReshaped ? 0 : this.unchangedRun(blocks, index, before);
      if (run > 0) {
        index += run - 1;
        before = blocks[index]!;
        const last = this.doc.sources.get(before.sid!)!;
        this.copy(this.gap[0] === this.gap[1] ? end : this.gap[0], last.last + 1);
        this.gap = [last.last + 1, last.end];
        end = last.end;
        continue;
      }
      const source = this.sourceOf(block);
      const inherited = inheritedBy(block, before);
      const isClean = source && inherited === source.inherited && isEqualNode(block, source.node);
      if (!isClean && isUnwritten(block)) continue;
      const wasReshaped = isReshaped;
      isReshaped = !source || block.type !== source.node.type || !sameContainers(block, source.node);
      // The blank line after a list stays after it when an item is added at its end.
      const isLastItem = isTight(before, block) && !isTight(block, blocks[index + 1]);
      if (source?.first === end || !isLastItem) this.writeGap();
      if (isReshaped || wasReshaped || source!.first !== end) this.seam(before, block);
      if (isClean) this.copy(source.first, source.last + 1);
      else this.changed(block, { source, inherited });
      if (source) this.gap = [source.last + 1, source.end];
      end = source ? source.end : -1;
      before = block;
    }
    this.writeGap();
    const text = this.parts.join('');
    return this.doc.bom + (end === this.doc.lines.length ? text : this.finished(text));
  }

  /** How many blocks from an index on are in a row as in the file, after the same block. Their lines are copied. */
  private unchangedRun(blocks: readonly Block[], from: number, before: Block | undefined): number {
    const own = this.doc.blocks;
    const start = before ? (indexesOf(this.doc).get(before.sid!) ?? own.length) + 1 : 0;
    if (before && own[start - 1] !== before) return 0;
    let run = 0;
    while (from + run < blocks.length && blocks[from + run] === own[start + run] && !this.isUsed[start + run]) run++;
    this.isUsed.fill(1, start, start + run);
    return run;
  }

  /** The source of a block; a second block with the same key, the other half of a split one, is new. */
  private sourceOf({ sid }: Block): Source | undefined {
    const index = sid === undefined ? undefined : indexesOf(this.doc).get(sid);
    if (index === undefined || this.isUsed[index]) return undefined;
    this.isUsed[index] = 1;
    return this.doc.sources.get(sid!);
  }

  private copy(from: number, to: number): void {
    if (from >= to) return;
    this.parts.push(this.doc.text.slice(this.offsets[from], this.offsets[to]));
    // What follows the last line end of the file is no line of its own.
    const isEnd = to === this.doc.lines.length && this.doc.lines[to - 1] === '';
    const last = isEnd ? to - 2 : to - 1;
    if (last < from) return;
    this.lastLine = this.doc.lines[last]!;
    this.endsLine = this.doc.eols[last] !== '';
  }

  private push(line: string, eol: string): void {
    this.parts.push(line, eol);
    this.lastLine = line;
    this.endsLine = eol !== '';
  }

  private changed(block: Block, position: Position): void {
    const { source } = position;
    const lines = knownLinesOf(block, position);
    const isOpened = source !== undefined && position.inherited === source.inherited;
    if (source && isOpened) this.copy(source.first, source.content);
    const last = source ? source.last : -1;
    for (const [index, line] of lines.entries()) {
      const own = source && source.content + index < last ? this.doc.eols[source.content + index]! : undefined;
      const isLast = index === lines.length - 1;
      this.push(line, isLast && source ? this.doc.eols[last]! : (own ?? this.doc.eol));
    }
  }

  private writeGap(): void {
    this.copy(...this.gap);
    this.gap = [0, 0];
  }

  /** Separates blocks that were not neighbours in the file: by a line end, and by a blank line where one is needed. */
  private seam(before: Block | undefined, block: Block): void {
    if (this.lastLine === undefined) return;
    if (!this.endsLine) this.parts.push(this.doc.eol);
    this.endsLine = true;
    if (isBlank(this.lastLine) || isTight(before, block)) return;
    const common = (block.containers ?? []).slice(0, inheritedBy(block, before));
    this.push(restPrefix(common).trimEnd(), this.doc.eol);
  }

  /** The file ends as it did, with or without a line end, after another block than before. */
  private finished(text: string): string {
    const start = this.offsets[this.doc.frontMatterLines]! - this.doc.bom.length;
    const last = lastLineOf(text.slice(Math.max(start, text.length - TAIL_LENGTH))) ?? lastLineOf(text.slice(start));
    if (last === undefined) return text.slice(0, start);
    const hasFinalEnd = this.doc.text === '' || (this.doc.lines.length > 1 && this.doc.lines.at(-1) === '');
    return trimmedTo(text, last) + (hasFinalEnd ? this.doc.eol : '');
  }
}

/** The end of a text, which almost always holds its last line. */
const TAIL_LENGTH = 4_096;

/** The last line that is not blank; undefined when all are. */
const lastLineOf = (text: string): string | undefined => splitLines(text).lines.findLast((line) => !isBlank(line));

/** The text up to the end of its last line that is not blank. */
const trimmedTo = (text: string, lastLine: string): string =>
  text.slice(0, text.lastIndexOf(lastLine) + lastLine.length);

/** Items stand without a blank line after another item of their list, or after the text of the item they are in. */
function isTight(before: Block | undefined, block: Block | undefined): boolean {
  if (!before || !block) return false;
  const containers = block.containers ?? [];
  const inherited = inheritedBy(block, before);
  const opened = containers[inherited];
  if (opened?.kind !== 'item') return false;
  const lists = (before.containers ?? []).flatMap((container) => ('list' in container ? [container.list] : []));
  return lists.includes(opened.list) || containers[inherited - 1]?.kind === 'item';
}

/** An empty paragraph is a place to write; Markdown has none but as the start of an item or a quote. */
const isUnwritten = (block: Block): boolean =>
  block.type === 'paragraph' &&
  block.checked === undefined &&
  !block.containers?.length &&
  block.children.every((child) => isText(child) && child.text.trim() === '');

const isBlank = (line: string) => /^[\s>]*$/.test(line);

function inheritedBy(block: Block, before: Block | undefined): number {
  const ids = new Set(before?.containers?.map(({ id }) => id));
  return (block.containers ?? []).filter(({ id }) => ids.has(id)).length;
}

const written = new WeakMap<Block, Position & { readonly lines: string[] }>();

/** A note is printed after each key, and blocks that were changed before have not changed again. */
function knownLinesOf(block: Block, { source, inherited }: Position): string[] {
  const known = written.get(block);
  if (known && known.source === source && known.inherited === inherited) return known.lines;
  const lines = linesOf(block, { source, inherited });
  written.set(block, { source, inherited, lines });
  return lines;
}

/** The lines of a changed block: the first of several ways to write it that is read back as the same block. */
export function linesOf(shown: Block, position: Position): string[] {
  const { source, inherited } = position;
  const block = withoutBreaks(shown);
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
  const before = printBlock(withoutBreaks(source.node), style);
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
