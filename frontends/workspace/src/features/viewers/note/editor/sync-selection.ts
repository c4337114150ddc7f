import { flushSync } from 'react-dom';
import { Range, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';
import type { NoteEditor } from './types';

/** Reads the browser's selection now. Slate reads it up to 100 ms later: too late for a shortcut typed quickly. */
export function syncSelection(editor: NoteEditor): void {
  const selection = ReactEditor.isFocused(editor) && !ReactEditor.isComposing(editor) && document.getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const range = ReactEditor.toSlateRange(editor, selection, { exactMatch: false, suppressThrow: true });
  if (range && !(editor.selection && Range.equals(range, editor.selection))) Transforms.select(editor, range);
}

/**
 * Renders a new selection at once. The render sets the browser's selection to that of the editor; a later one would
 * take back a key that moved the browser's in between, such as End right after a click.
 */
export function withSyncSelection(editor: NoteEditor): NoteEditor {
  const { onChange } = editor;
  editor.onChange = (options) => {
    const isMove = editor.operations.every(({ type }) => type === 'set_selection');
    if (isMove) flushSync(() => onChange(options));
    else onChange(options);
  };
  return editor;
}
