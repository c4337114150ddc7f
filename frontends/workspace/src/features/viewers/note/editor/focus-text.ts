import { flushSync } from 'react-dom';
import { ReactEditor } from 'slate-react';
import type { NoteEditor } from './types';

/** Renders what was just changed. Slate alone does it after the event. */
export function renderChange(editor: NoteEditor): void {
  if (editor.operations.length === 0) return;
  flushSync(() => editor.onChange());
  editor.operations = [];
}

/**
 * Gives the text the focus at once, also when it was just changed. `ReactEditor.focus` then waits for the render:
 * letters typed right after a button was pressed would go to the button.
 */
export function focusText(editor: NoteEditor): void {
  renderChange(editor);
  // Slate takes a control among the text for the text, and does not hear that the focus went from there to a menu.
  if (document.activeElement !== ReactEditor.toDOMNode(editor, editor)) ReactEditor.blur(editor);
  ReactEditor.focus(editor);
}
