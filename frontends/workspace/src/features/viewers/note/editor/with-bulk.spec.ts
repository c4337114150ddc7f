import { beforeEach, describe, expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import type { NoteEditor } from './types';
import { insertMarkdown } from './with-paste';

const PARTS = 5_000;
const note = Array.from({ length: PARTS }, (_, n) => `* Item *${n}*\n\nText  of ${n}__.__\n\n\n`).join('');

let session: NoteSession;
let editor: NoteEditor;
let applied: number;

beforeEach(() => {
  session = new NoteSession(note);
  ({ editor } = session);
  applied = 0;
  const { apply } = editor;
  editor.apply = (operation) => (applied++, apply(operation));
});

describe('a change of many blocks', () => {
  it('deletes a whole note with few operations, and undo brings back every byte', () => {
    Transforms.select(editor, []);
    editor.deleteFragment();
    expect(Editor.string(editor, [])).toBe('');
    expect(editor.children).toHaveLength(1);
    editor.undo();
    expect(session.print()).toBe(note);
    expect(editor.selection).toEqual(Editor.range(editor, []));
    editor.redo();
    expect(editor.children).toHaveLength(1);
    editor.undo();
    expect(session.print()).toBe(note);
    expect(applied).toBeLessThan(100);
  });

  it('keeps what was typed before, inside and over it, each as its step', () => {
    Transforms.select(editor, Editor.start(editor, []));
    editor.insertText('x');
    Transforms.select(editor, { anchor: { path: [3, 0], offset: 2 }, focus: { path: [9_000, 0], offset: 1 } });
    editor.insertText('typed');
    const typed = session.print();
    expect(typed).toContain('Tetyped');
    expect(editor.children).toHaveLength(4 + 2 * PARTS - 9_001);
    editor.undo();
    expect(session.print()).toBe(note.replace('Item', 'xItem'));
    editor.redo();
    expect(session.print()).toBe(typed);
    editor.undo();
    editor.undo();
    expect(session.print()).toBe(note);
    expect(applied).toBeLessThan(200);
  });

  it('pastes thousands of blocks, and undo removes them', () => {
    Transforms.select(editor, Editor.end(editor, [1]));
    insertMarkdown(editor, Array.from({ length: 3_000 }, (_, n) => `pasted ${n}`).join('\n\n'));
    expect(editor.children).toHaveLength(2 * PARTS + 3_000);
    expect(session.print()).toContain('pasted 2998\n\npasted 2999\n');
    editor.undo();
    expect(session.print()).toBe(note);
    expect(applied).toBeLessThan(100);
  });
});
