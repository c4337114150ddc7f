import { isEqualNode } from './equal';
import { offsetsOf } from './document-index';
import type { NoteDocument } from './nodes';
import { newKeys, parseNote, parseSteps } from './parse';

/** Enough for the first screen of a note. */
const LENGTH = 24_000;

/** A note whose first blocks are read at once, and the others in steps. */
export interface FirstPart {
  readonly doc: NoteDocument;
  /** The text after it. */
  readonly rest: string;
  /** Reads the whole text, with the same keys for the blocks of the first part. */
  readonly steps: Generator<undefined, NoteDocument>;
}

/** The first part of a long text; undefined for a text that is read at once. */
export function firstPart(text: string, length = LENGTH): FirstPart | undefined {
  const near = text.indexOf('\n', length) + 1;
  if (near === 0 || text.length < 3 * length || near > 2 * length) return undefined;
  const keys = newKeys(text.length);
  const doc = parseNote(text.slice(0, near), keys);
  // The last block may go on after the part; all before it have ended.
  const last = doc.blocks.at(-1);
  if (doc.blocks.length < 2 || opensFrontMatter(doc)) return undefined;
  const end = offsetsOf(doc)[doc.sources.get(last!.sid!)!.first]!;
  return { doc: parseNote(text.slice(0, end), keys), rest: text.slice(end), steps: parseSteps(text, keys) };
}

/** Front matter that ends after the part, if at all. */
const opensFrontMatter = ({ lines, frontMatterLines }: NoteDocument) =>
  frontMatterLines === 0 && /^---[ \t]*$/.test(lines[0]!);

/** The whole document with the blocks of its first part, which an editor holds; undefined when they differ. */
export function withFirstPart(whole: NoteDocument, first: NoteDocument): NoteDocument | undefined {
  if (!first.blocks.every((_block, index) => isEqualNode(shapeOf(first, index), shapeOf(whole, index))))
    return undefined;
  const sources = new Map(whole.sources);
  for (const node of first.blocks) sources.set(node.sid!, { ...sources.get(node.sid!)!, node });
  return { ...whole, blocks: [...first.blocks, ...whole.blocks.slice(first.blocks.length)], sources };
}

/** What is known of a block without reading its text: equal in two readings of the same text. */
function shapeOf({ blocks, sources }: NoteDocument, index: number): unknown {
  const { sid, type, containers } = blocks[index] ?? {};
  const { first, last } = sources.get(sid ?? '') ?? {};
  return [sid, type, containers, first, last];
}
