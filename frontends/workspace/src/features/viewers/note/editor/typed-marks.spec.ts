import { describe, expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';

/** Opens a note of one paragraph, and types at the bar in it. */
function typed(text: string, letters: string) {
  const session = new NoteSession(text.replace('|', ''));
  const { editor } = session;
  const [first] = Editor.nodes(editor, { at: [], match: (node) => 'text' in node });
  const offset = text.replaceAll('*', '').indexOf('|');
  Transforms.select(editor, { path: first![1], offset: Math.max(0, offset) });
  for (const letter of letters) editor.insertText(letter);
  return { session, editor };
}

describe('typed marks', () => {
  it.each([
    ['Buy **bread** and tea', [{ text: 'bread', bold: '**' }]],
    ['*so* and ~~no~~ and ==yes==!', [{ italic: '*' }, { strike: '~~' }, { highlight: '==' }]],
    ['a _word_ and __two__, too', [{ italic: '_' }, { bold: '__' }]],
    ['run `npm start` now', [{ text: 'npm start', code: '`' }]],
  ])('ED-07 typed signs become marks: %s', (text, marks) => {
    const { session, editor } = typed('', text);
    const { children } = editor.children[0] as unknown as { children: object[] };
    expect(children.filter((node) => Object.keys(node).length > 1)).toMatchObject(marks);
    expect(session.print().trim()).toBe(text);
  });

  it('keep what is around them, and undo brings the signs back', () => {
    const { session, editor } = typed('**so |it is**\n', '*x* ');
    expect(session.print()).toBe('**so *x* it is**\n');
    editor.undo();
    editor.undo();
    expect(Editor.string(editor, [])).toBe('so *x*it is');
    expect(typed('a |b\n', '**c**d').session.print()).toBe('a **c**db\n');
  });

  it.each(['2 * 3 * 4', '5*3*2', 'snake_case_name', '_private_name', 'a ** b **', '\\*no*', '****', '**', '`` ` ``x'])(
    'signs that are no marks stay text: %s',
    (text) => {
      const { editor } = typed('', text);
      expect(Editor.string(editor, [])).toBe(text);
    },
  );
});
