import { describe, expect, it } from '@jest/globals';
import { packageDocuments, random } from './corpus';
import type { Block } from './nodes';
import { parseNote } from './parse';
import { printNote } from './print-note';
import { rebase } from './rebase';

const nodeOf = (blocks: readonly Block[], text: string) =>
  blocks.find(({ children }) => JSON.stringify(children).includes(text))!;

describe('taking over another text of a note', () => {
  it('keeps the nodes of equal blocks, and prints the new text', () => {
    const before = parseNote('# A\n\none\n\n- x\n- y\n');
    const text = '# A\n\nnew\n\none\n\n- x\n- z\n- y\n';
    const { blocks, doc } = rebase(parseNote(text), before.blocks);
    for (const kept of ['A', 'one', 'x', 'y']) expect(nodeOf(blocks, kept)).toBe(nodeOf(before.blocks, kept));
    expect(printNote(doc, blocks)).toBe(text);
  });

  it('a new item joins the list of the kept ones', () => {
    const before = parseNote('- x\n- y\n');
    const { blocks, doc } = rebase(parseNote('- x\n- z\n- y\n'), before.blocks);
    const lists = blocks.map(({ containers }) => containers!.map((container) => 'list' in container && container.list));
    expect(new Set(lists.flat()).size).toBe(1);
    expect(printNote(doc, blocks.toSpliced(0, 1))).toBe('- z\n- y\n');
  });

  it('a block typed twice with one key keeps one node', () => {
    const before = parseNote('same\n');
    const twice = [before.blocks[0]!, before.blocks[0]!];
    const { blocks, doc } = rebase(parseNote(printNote(before, twice)), twice);
    expect(new Set(blocks.map(({ sid }) => sid)).size).toBe(2);
    expect(printNote(doc, blocks)).toBe('same\n\nsame\n');
  });

  it('after any edit and its save, what is printed equals what was saved', () => {
    const next = random(3);
    for (const { text } of packageDocuments(60)) {
      let doc = parseNote(text);
      let blocks: readonly Block[] = doc.blocks;
      for (let n = 0; n < 4 && blocks.length > 0; n++) {
        const at = Math.floor(next() * blocks.length);
        const paragraph: Block = { type: 'paragraph', children: [{ text: `new ${n}` }] };
        blocks = next() < 0.5 ? blocks.toSpliced(at, 1) : blocks.toSpliced(at, 0, paragraph);
        const saved = printNote(doc, blocks);
        ({ doc, blocks } = rebase(parseNote(saved), blocks));
        expect(printNote(doc, blocks)).toBe(saved);
      }
    }
  });
});
