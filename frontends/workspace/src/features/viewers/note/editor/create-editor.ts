import { createEditor, Editor } from 'slate';
import { withHistory } from 'slate-history';
import { withReact } from 'slate-react';
import type { NoteEditor } from './types';
import { withWindow } from './block-window';
import { withSyncSelection } from './sync-selection';
import { withAutoformat } from './with-autoformat';
import { withBulk } from './with-bulk';
import { withBreaks } from './with-breaks';
import { withNodes } from './with-nodes';
import { withPaste } from './with-paste';
import { withVoids } from './with-voids';

/** Blocks that are rendered together, also in a very long note, whose many groups would take longer. */
const [CHUNK_SIZE, LONG_CHUNK_SIZE] = [32, 128];

/** Tables are not divided. */
export function createNoteEditor({ isVeryLong = false } = {}): NoteEditor {
  const shown = withWindow(withSyncSelection(withHistory(withReact(createEditor()))));
  const editor = withVoids(withBulk(withAutoformat(withPaste(withBreaks(withNodes(shown))))));
  const size = isVeryLong ? LONG_CHUNK_SIZE : CHUNK_SIZE;
  editor.getChunkSize = (node) => (Editor.isEditor(node) ? size : null);
  return editor;
}
