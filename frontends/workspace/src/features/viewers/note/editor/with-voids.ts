import { flushSync } from 'react-dom';
import { Editor, Element, Path, Range, Transforms, type NodeEntry } from 'slate';
import type { NoteEditor } from './types';

/**
 * What is typed or pasted while an image, a mention or a citation is selected is written behind it: these have no text
 * of their own.
 */
export function withVoids(editor: NoteEditor): NoteEditor {
  const { insertText, insertBreak, insertData } = editor;
  const behind =
    <Input extends unknown[]>(insert: (...input: Input) => void) =>
    (...input: Input) => {
      const isLeft = leaveVoid(editor);
      insert(...input);
      // The next key may come before the page is rendered; it goes where the page has its cursor.
      if (isLeft) flushSync(() => editor.onChange());
    };
  return Object.assign(editor, {
    insertText: behind(insertText),
    insertBreak: behind(insertBreak),
    insertData: behind(insertData),
  });
}

/** An image, a mention or a citation. */
function selectedVoid(editor: NoteEditor): NodeEntry<Element> | undefined {
  const { selection } = editor;
  const selected = selection && Range.isCollapsed(selection) ? Editor.void(editor) : undefined;
  return selected && editor.isInline(selected[0]) ? selected : undefined;
}

export const isVoidSelected = (editor: NoteEditor): boolean => selectedVoid(editor) !== undefined;

/** False when no such node is selected. */
function leaveVoid(editor: NoteEditor): boolean {
  const selected = selectedVoid(editor);
  if (!selected) return false;
  // A link is left with its image.
  const [, path] =
    Editor.above(editor, { match: (node) => Element.isElement(node) && node.type === 'link' }) ?? selected;
  Transforms.select(editor, Editor.start(editor, Path.next(path)));
  return true;
}
