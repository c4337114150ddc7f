import { Editor } from 'slate';
import type { NoteEditor } from './types';

export type Mark = 'bold' | 'italic' | 'strike' | 'highlight' | 'code' | 'math';

const DELIMITERS: Readonly<Record<Mark, string>> = {
  bold: '**',
  italic: '*',
  strike: '~~',
  highlight: '==',
  code: '`',
  math: '$',
};

export const hasMark = (editor: NoteEditor, mark: Mark): boolean => Editor.marks(editor)?.[mark] !== undefined;

export function toggleMark(editor: NoteEditor, mark: Mark): void {
  if (hasMark(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, DELIMITERS[mark]);
}
