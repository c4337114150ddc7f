import { beforeEach, describe, expect, it } from '@jest/globals';
import { Transforms } from 'slate';
import { NoteSession } from './note-session';

const PARTS = 4_000;
const text = Array.from(
  { length: PARTS },
  (_, n) => `## Part ${n}\n\nA *paragraph* with [a link](https://example.com/${n}).\n\n- one\n`,
).join('\n');
const BLOCKS = 3 * PARTS;

let session: NoteSession;
const type = (index: number, letters: string) =>
  Transforms.insertText(session.editor, letters, { at: { path: [index, 0], offset: 0 } });

/** Counts the blocks whose content is read from now on. */
function watchReads(): Set<number> {
  const read = new Set<number>();
  for (const [index, block] of session.editor.children.entries()) {
    const { get } = Object.getOwnPropertyDescriptor(block, 'children')!;
    if (get) Object.defineProperty(block, 'children', { get: () => (read.add(index), get()) });
  }
  return read;
}

describe('a long note', () => {
  beforeEach(() => void (session = new NoteSession(text, { inParts: true })));

  it('is open with its first part; what is typed meanwhile is in the whole', () => {
    expect(session.editor.children.length).toBeLessThan(BLOCKS / 10);
    type(0, 'x');
    expect(session.print()).toBe(text.replace('## Part 0', '## xPart 0'));
    session.finish();
    expect(session.editor.children).toHaveLength(BLOCKS);
    expect(session.print()).toBe(text.replace('## Part 0', '## xPart 0'));
    session.editor.undo();
    expect(session.print()).toBe(text);
  });

  it('keeps a change at the end of its first part apart from the rest', () => {
    const last = session.editor.children.length - 1;
    Transforms.removeNodes(session.editor, { at: [last] });
    expect(session.print().length).toBeGreaterThan(text.length - 200);
    expect(session.editor.children).toHaveLength(BLOCKS - 1);
    session.editor.undo();
    expect(session.print()).toBe(text);
  });

  it('takes over a change from elsewhere as a whole', () => {
    session.take(text.replace('## Part 3999', '## The end'));
    expect(session.editor.children).toHaveLength(BLOCKS);
    expect(session.print()).toContain('## The end');
  });

  it('a key reads the content of few blocks', () => {
    session.finish();
    const read = watchReads();
    type(BLOCKS - 3, 'x');
    session.print();
    expect(read.size).toBeLessThan(10);
    expect(read).toContain(BLOCKS - 3);
  });
});
