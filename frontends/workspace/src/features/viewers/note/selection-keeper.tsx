import { useLayoutEffect, useRef } from 'react';
import { useSlate } from 'slate-react';
import { syncSelection } from './editor/sync-selection';

/**
 * Stands before the editor's text. A render for another reason, such as a save, sets the browser's selection to that of
 * the editor, and would take back a key that moved it a moment ago: the browser tells of it only later.
 */
export function SelectionKeeper(): null {
  const editor = useSlate();
  const rendered = useRef<Pick<typeof editor, 'children' | 'selection'>>(undefined);
  useLayoutEffect(() => {
    const { children, selection } = rendered.current ?? {};
    if (children === editor.children && selection === editor.selection) syncSelection(editor);
    rendered.current = { children: editor.children, selection: editor.selection };
  });
  return null;
}
