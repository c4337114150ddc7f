import { describe, expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import { leaveFormula } from './formulas';

/** Opens a note of one paragraph with the cursor at its end, and types. */
function typed(text: string, letters: string) {
  const session = new NoteSession(text);
  const { editor } = session;
  const type = (more: string) => [...more].forEach((letter) => editor.insertText(letter));
  Transforms.select(editor, Editor.end(editor, []));
  type(letters);
  return { session, editor, type };
}

describe('formulas within text', () => {
  it('ED-02 TeX between dollar signs becomes a formula when something is typed after it', () => {
    const { session, editor, type } = typed('one\n', ' $x^2$,');
    expect(editor.children[0]).toMatchObject({
      children: [{ text: 'one ' }, { text: 'x^2', math: '$' }, { text: ',' }],
    });
    type(' then');
    expect(session.print()).toBe('one $x^2$, then\n');
    editor.undo();
    editor.undo();
    expect(editor.children[0]).toMatchObject({ children: [{ text: 'one $x^2$' }] });
  });

  it('prices stay text', () => {
    const { session, editor } = typed('one\n', ' $5 and $6 or $7-$8 x');
    expect(editor.children[0]).toMatchObject({ children: [{ text: 'one $5 and $6 or $7-$8 x' }] });
    expect(session.print()).toBe('one $5 and $6 or $7-$8 x\n');
  });

  it('the right arrow leaves a formula at its end; the others keep their bytes', () => {
    const { session, editor, type } = typed('Euler: $$a_1*b*$$ and $e^{i\\pi}$\n', '');
    Transforms.select(editor, { path: [0, 3], offset: 0 });
    expect(leaveFormula(editor)).toBe(false);
    Transforms.select(editor, Editor.end(editor, [0, 3]));
    type('x');
    expect(session.print()).toBe('Euler: $$a_1*b*$$ and $e^{i\\pi}x$\n');
    expect(leaveFormula(editor)).toBe(true);
    type('!');
    expect(session.print()).toBe('Euler: $$a_1*b*$$ and $e^{i\\pi}x$!\n');
  });
});
