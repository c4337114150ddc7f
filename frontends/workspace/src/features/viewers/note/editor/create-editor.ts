import { createEditor, Editor } from 'slate';
import { withHistory } from 'slate-history';
import { withReact } from 'slate-react';
import type { NoteEditor } from './types';
import { withWindow } from './block-window';
import { withAutoformat } from './with-autoformat';
import { withBulk } from './with-bulk';
import { withBreaks } from './with-breaks';
import { withNodes } from './with-nodes';
import { withPaste } from './with-paste';

/** Blocks that are rendered together. Tables are not divided. */
const CHUNK_SIZE = 32;

export function createNoteEditor(): NoteEditor {
  const editor = withWindow(withBulk(withAutoformat(withPaste(withBreaks(withNodes(withHistory(withReact(createEditor()))))))));
  editor.getChunkSize = (node) => (Editor.isEditor(node) ? CHUNK_SIZE : null);
  return editor;
}
