import { describe, expect, it } from '@jest/globals';
import { commonMarkExamples, packageDocuments, random, variantsOf } from './corpus';
import { meaningOf } from './meaning';
import type { Block, NoteDocument } from './nodes';
import { parseNote } from './parse';
import { printNote } from './print-note';

const examples = commonMarkExamples();
const documents = packageDocuments(300);

describe('notes keep the bytes of their file', () => {
  it('ED-07 saving an unchanged note writes the same text, for every example of CommonMark and every document', () => {
    expect(examples.length).toBeGreaterThan(600);
    expect(documents.length).toBeGreaterThan(250);
    const changed = [...examples, ...documents.map(({ text }) => text)]
      .flatMap(variantsOf)
      .filter((text) => !isSame(text));
    expect(changed).toEqual([]);
  });

  it('ED-07 a typed character changes its own block only, and usually nothing but itself', () => {
    const outcome = { edits: 0, outside: 0, single: 0, meaning: 0 };
    const next = random(1);
    for (const { text } of documents) {
      const doc = parseNote(text);
      for (let n = 0; n < 6; n++) {
        const edited = typeSomewhere(doc, next);
        if (!edited) continue;
        const { block, index } = edited;
        const printed = printNote(doc, doc.blocks.with(index, block));
        const read = parseNote(printed);
        outcome.edits++;
        if (isOutsideEqual(doc, block, printed)) outcome.outside++;
        if (isInsertion(text, printed)) outcome.single++;
        if (read.blocks[index] && meaningOf(read.blocks[index]) === meaningOf(block)) outcome.meaning++;
      }
    }
    console.log('edits of documents', outcome);
    expect(outcome.edits).toBeGreaterThan(1_000);
    expect(outcome.outside).toBe(outcome.edits);
    expect(outcome.single / outcome.edits).toBeGreaterThan(0.998);
    expect(outcome.meaning / outcome.edits).toBeGreaterThan(0.997);
  });
});

function isSame(text: string): boolean {
  const doc = parseNote(text);
  return printNote(doc, doc.blocks) === text;
}

/** The block at a random place after a 'Z' was typed into it; undefined for blocks without text of their own. */
function typeSomewhere(doc: NoteDocument, next: () => number): { block: Block; index: number } | undefined {
  const index = Math.floor(next() * doc.blocks.length);
  const block = doc.blocks[index];
  if (!block || block.type === 'rule' || block.type === 'raw') return undefined;
  const texts: number[][] = [];
  collect(block, [], texts);
  const path = texts[Math.floor(next() * texts.length)];
  return path && { block: typeAt(block, path, next()), index };
}

interface Node {
  readonly type?: string;
  readonly text?: string;
  readonly raw?: true;
  readonly children?: readonly Node[];
}

const VOIDS = ['image', 'mention', 'citation'];

function collect(node: Node, path: number[], found: number[][]): void {
  if (VOIDS.includes(node.type ?? '')) return;
  if (node.text !== undefined && !node.raw) found.push(path);
  node.children?.forEach((child, index) => collect(child, [...path, index], found));
}

function typeAt<T extends Node>(node: T, [index, ...rest]: readonly number[], share: number): T {
  if (index === undefined) {
    const at = Math.floor(share * (node.text!.length + 1));
    return { ...node, text: `${node.text!.slice(0, at)}Z${node.text!.slice(at)}` };
  }
  return { ...node, children: node.children!.with(index, typeAt(node.children![index]!, rest, share)) };
}

function isOutsideEqual(doc: NoteDocument, block: Block, printed: string): boolean {
  const { first, last } = doc.sources.get(block.sid!)!;
  const length = (from: number, to: number) =>
    doc.lines.slice(from, to).join('').length + doc.eols.slice(from, to).join('').length;
  const before = doc.text.slice(0, doc.bom.length + length(0, first));
  const after = doc.text.slice(doc.bom.length + length(0, last) + doc.lines[last]!.length);
  return printed.startsWith(before) && printed.endsWith(after);
}

function isInsertion(before: string, after: string): boolean {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return after.length === before.length + 1 && before.slice(at) === after.slice(at + 1);
}
