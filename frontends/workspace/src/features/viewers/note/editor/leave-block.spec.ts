import { expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import { runKey } from './keys';
import { writeBelow } from './leave-block';
import type { NoteEditor } from './types';

let session: NoteSession;
let editor: NoteEditor;

/** Opens a text with the cursor behind the word 'here'. */
function open(text: string): void {
  session = new NoteSession(text);
  editor = session.editor;
  for (const [node, path] of Editor.nodes(editor, { at: [], match: (found) => 'text' in found })) {
    const offset = 'text' in node ? node.text.indexOf('here') : -1;
    if (offset >= 0) Transforms.select(editor, { path, offset: offset + 4 });
  }
}
const press = (key: string, ctrlKey = false) =>
  runKey(editor, { key, ctrlKey, shiftKey: false, metaKey: false, altKey: false });

const CODE = '```ts\na\nhere\n```\n';
const FORMULA = '$$\nhere\n$$\n';
const TABLE = '| a | b |\n| --- | --- |\n| here | d |\n';

it.each([CODE, FORMULA, TABLE])('ED-02 arrow down at the end of a note and Ctrl+Enter write below %j', (text) => {
  for (const leave of [() => press('ArrowDown'), () => press('Enter', true)]) {
    open(text);
    expect(leave()).toBe(true);
    editor.insertText('below');
    expect(session.print()).toBe(`${text}\nbelow\n`);
  }
});

it.each(['```\nhere\nb\n```\n', '| here | b |\n| --- | --- |\n| c | d |\n', 'here\n', '```\nhere\n```\n\nb\n'])(
  'ED-02 arrow down moves the cursor only in %j',
  (text) => {
    open(text);
    expect(press('ArrowDown')).toBe(false);
    expect(session.print()).toBe(text);
  },
);

it('ED-02 a press below the text writes after a block, and at the end of a paragraph', () => {
  open(CODE);
  writeBelow(editor);
  editor.insertText('below');
  expect(session.print()).toBe(`${CODE}\nbelow\n`);
  open('# A\n\nhere it ends\n');
  writeBelow(editor);
  editor.insertText('.');
  expect(session.print()).toBe('# A\n\nhere it ends.\n');
});
