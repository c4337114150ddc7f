import { describe, expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import type { NoteEditor } from '../editor/types';
import { insertMarkdown } from '../editor/with-paste';
import { alignmentsOf } from '../model/table-source';
import { NoteSession } from '../note-session';
import { pastedTable } from './pasted-table';
import { alignColumn, insertColumn, insertRow, removeColumn, removeRow, removeTable } from './tables';

const TABLE = '| a | b |\n|:--|---|\n| c | d |\n';

let session: NoteSession;
let editor: NoteEditor;

/** Opens a note that ends with the table, with the cursor in its cell 'c'. */
function open(text: string): void {
  session = new NoteSession(text);
  editor = session.editor;
  Transforms.select(editor, Editor.end(editor, [editor.children.length - 1, 1, 0]));
}
const type = (text: string) => editor.insertText(text);

describe('tables of a note', () => {
  it('ED-07 cells of a spreadsheet are pasted as a table, other text with tabs as text', () => {
    session = new NoteSession('one\n');
    Transforms.select(session.editor, Editor.end(session.editor, []));
    insertMarkdown(session.editor, 'Item\tPrice\r\nTea\t2.50\r\nBread | white\t\r\n');
    expect(session.print()).toBe('one\n\n| Item | Price |\n| --- | --- |\n| Tea | 2.50 |\n| Bread \\| white |  |\n');
    for (const text of ['a\tb', 'a\tb\nc', '\tif (x)\n\t\treturn', 'a\nb']) expect(pastedTable(text)).toBeUndefined();
  });

  it('a row is inserted above or below; the written rows stay', () => {
    open(TABLE);
    insertRow(editor, 'before');
    type('x');
    expect(session.print()).toBe('| a | b |\n|:--|---|\n| x |  |\n| c | d |\n');
    open(TABLE);
    insertRow(editor, 'after');
    type('x');
    expect(session.print()).toBe('| a | b |\n|:--|---|\n| c | d |\n| x |  |\n');
  });

  it('a column is inserted left or right; each column keeps its alignment', () => {
    open(TABLE);
    insertColumn(editor, 'before');
    type('x');
    expect(session.print()).toBe('|  | a | b |\n| --- | :-- | --- |\n| x | c | d |\n');
    open(TABLE);
    insertColumn(editor, 'after');
    type('x');
    expect(session.print()).toBe('| a |  | b |\n| :-- | --- | --- |\n| c | x | d |\n');
  });

  it('a column is aligned, and the others keep their alignment', () => {
    open(TABLE);
    alignColumn(editor, 'right');
    expect(session.print()).toBe('| a | b |\n| --: | --- |\n| c | d |\n');
    editor.undo();
    expect(session.print()).toBe(TABLE);
    expect(alignmentsOf('|:--|---:| :-: |---')).toEqual(['left', 'right', 'center', undefined]);
  });

  it('rows and columns are removed, the last one with its table', () => {
    open(TABLE);
    removeColumn(editor);
    expect(session.print()).toBe('| b |\n| --- |\n| d |\n');
    removeRow(editor);
    expect(session.print()).toBe('| b |\n| --- |\n');
    removeRow(editor);
    expect(session.print()).toBe('');
    open(`before\n\n${TABLE}`);
    removeTable(editor);
    expect(session.print()).toBe('before\n');
    editor.undo();
    expect(session.print()).toBe(`before\n\n${TABLE}`);
  });
});
