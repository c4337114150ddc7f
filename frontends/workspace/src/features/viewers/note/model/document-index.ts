import type { NoteDocument } from './nodes';

const offsets = new WeakMap<NoteDocument, readonly number[]>();

/** Where each line starts in the text of a document, and where the last one ends. */
export function offsetsOf(doc: NoteDocument): readonly number[] {
  const known = offsets.get(doc);
  if (known) return known;
  const found: number[] = [];
  let at = doc.bom.length;
  for (const [index, line] of doc.lines.entries()) {
    found.push(at);
    at += line.length + doc.eols[index]!.length;
  }
  found.push(at);
  offsets.set(doc, found);
  return found;
}

const indexes = new WeakMap<NoteDocument, ReadonlyMap<string, number>>();

/** Where each block is in its document. */
export function indexesOf(doc: NoteDocument): ReadonlyMap<string, number> {
  const known = indexes.get(doc);
  if (known) return known;
  const found = new Map(doc.blocks.map(({ sid }, index) => [sid!, index]));
  indexes.set(doc, found);
  return found;
}
