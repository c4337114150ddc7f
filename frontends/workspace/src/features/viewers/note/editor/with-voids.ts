import { Editor, Element, Path, Range, Transforms } from 'slate';
import type { NoteEditor } from './types';

/**
 * What is typed or pasted while an image, a mention or a citation is selected is written behind it: these have no text
 * of their own.
 */
export function withVoids(editor: NoteEditor): NoteEditor {
  const { insertText, insertBreak, insertData } = editor;
  editor.insertText = (...input) => {
    leaveVoid(editor);
    insertText(...input);
  };
  editor.insertBreak = () => {
    leaveVoid(editor);
    insertBreak();
  };
  editor.insertData = (data) => {
    leaveVoid(editor);
    insertData(data);
  };
  return editor;
}

function leaveVoid(editor: NoteEditor): void {
  const { selection } = editor;
  const selected = selection && Range.isCollapsed(selection) ? Editor.void(editor) : undefined;
  if (!selected || !editor.isInline(selected[0])) return;
  // A link is left with its image.
  const [, path] =
    Editor.above(editor, { match: (node) => Element.isElement(node) && node.type === 'link' }) ?? selected;
  Transforms.select(editor, Editor.start(editor, Path.next(path)));
}
