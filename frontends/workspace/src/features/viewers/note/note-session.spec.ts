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

const MANY = Array.from({ length: 300 }, (_, n) => `line ${n}`);
const three = 'one\n\ntwo\n\nthree\n';

describe('a change from elsewhere while somebody types', () => {
  const editAt = (path: number[], offset: number, edit: (editor: NoteSession['editor']) => void) => {
    Transforms.select(session.editor, { path, offset });
    edit(session.editor);
  };
  it.each<[string, string, () => void, [RegExp | string, string], string]>([
    [
      'in an empty paragraph',
      three,
      () => editAt([1, 0], 3, (editor) => editor.insertBreak()),
      ['one', 'ONE'],
      'ONE\n\ntwo\n\nx\n\nthree\n',
    ],
    [
      'in an empty paragraph behind one that is changed',
      three,
      () => editAt([1, 0], 3, (editor) => editor.insertBreak()),
      ['two', 'TWO'],
      'one\n\nTWO\n\nx\n\nthree\n',
    ],
    [
      'behind an address that was typed',
      three,
      () => editAt([1, 0], 3, (editor) => editor.insertText(' https://example.com')),
      ['one', 'ONE'],
      'ONE\n\ntwo https://example.comx\n\nthree\n',
    ],
    [
      'behind an address that was typed below a new paragraph',
      three,
      () => editAt([1, 0], 3, (editor) => editor.insertText(' https://example.com')),
      ['two', 'new\n\ntwo'],
      'one\n\nnew\n\ntwo https://example.comx\n\nthree\n',
    ],
    [
      'behind a soft break',
      three,
      () => editAt([1, 0], 3, (editor) => editor.insertSoftBreak()),
      ['one', 'ONE'],
      'ONE\n\ntwo\nx\n\nthree\n',
    ],
    ...['two', 'two\\', 'two  '].map((line): [string, string, () => void, [string, string], string] => [
      `behind a soft break after “${line}” at the end of the note`,
      `one\n\n${line}\n`,
      () => editAt([1, 0], line.length, (editor) => editor.insertSoftBreak()),
      ['one', 'ONE'],
      `ONE\n\n${line.replace('\\', '\\\\')}\nx\n`,
    ]),
    [
      'in another line of the same code',
      '```\none\ntwo\n```\n\nthree\n',
      () => editAt([0, 0], 6, () => undefined),
      ['one', 'longer'],
      '```\nlonger\ntwxo\n```\n\nthree\n',
    ],
    [
      'in a cell of a table',
      '| a | b |\n|---|---|\n| one | |\n\nthree\n',
      () => editAt([0, 1, 1, 0], 0, () => undefined),
      ['one', 'ONE'],
      '| a | b |\n|---|---|\n| ONE | x|\n\nthree\n',
    ],
    [
      'among very many that are changed',
      `${MANY.join('\n\n')}\n`,
      () => editAt([150, 0], 4, () => undefined),
      [/line/g, 'LINE'],
      `${MANY.map((line) => line.replace('line 150', 'linex 150').replace('line', 'LINE')).join('\n\n')}\n`,
    ],
  ])('keeps the place %s', (_name, before, edit, [from, to], expected) => {
    session = new NoteSession(before);
    edit();
    session.take(session.print().replace(from, to));
    session.editor.insertText('x');
    expect(session.print()).toBe(expected);
  });

  it('fills an empty note without a paragraph left over', () => {
    session = new NoteSession('');
    editAt([0, 0], 0, () => undefined);
    session.take('one\n');
    expect(session.editor.children).toHaveLength(1);
  });
});
