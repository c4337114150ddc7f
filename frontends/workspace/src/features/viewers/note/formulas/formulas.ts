import { Editor, Range, Text, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';
import { focusText } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';

/** Ends in TeX between dollar signs, by the rules of the grammar: no space inside of the signs. */
const TYPED = /(?:^|[^\\$\w])(\$(?![\s$])(?:[^$\\\n]|\\.)*(?<![\s\\])\$)$/;
/** What may follow a formula. A digit would make a price of the second sign. */
const AFTER = /^[\s.,;:!?)]$/;

/** Places the cursor at the end of a formula, which is then shown as its source. */
export function editInlineFormula(editor: NoteEditor, text: Text): void {
  Transforms.select(editor, Editor.end(editor, ReactEditor.findPath(editor, text)));
  focusText(editor);
}

/**
 * ED-02: makes a formula of TeX between dollar signs when a space or a sign is typed after it; undo brings the signs
 * back. True when there was one, with the typed character behind it.
 */
export function formatTypedFormula(editor: NoteEditor, typed: string): boolean {
  const { selection } = editor;
  if (!AFTER.test(typed) || !selection || !Range.isCollapsed(selection)) return false;
  const { path, offset } = selection.anchor;
  const [node] = Editor.node(editor, path);
  if (!Text.isText(node) || node.code !== undefined || node.math !== undefined || node.raw) return false;
  const [block] = Editor.node(editor, path.slice(0, 1));
  if (!('type' in block) || block.type === 'code' || block.type === 'raw') return false;
  const found = TYPED.exec(node.text.slice(0, offset))?.[1];
  if (!found) return false;
  // A step of its own in the history: undo first brings the dollar signs back.
  editor.writeHistory('undos', { operations: [], selectionBefore: selection });
  const { text: _text, ...marks } = node;
  const formula = { ...marks, text: found.slice(1, -1), math: '$' };
  Editor.withoutNormalizing(editor, () => {
    Transforms.delete(editor, {
      at: { anchor: { path, offset: offset - found.length }, focus: { path, offset } },
    });
    Transforms.insertNodes(editor, [formula, { ...marks, text: typed }], { select: true });
  });
  return true;
}

/** At the end of a formula: what is typed next is text behind it. False elsewhere. */
export function leaveFormula(editor: NoteEditor): boolean {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection) || Editor.marks(editor)?.math === undefined) return false;
  const { path, offset } = selection.anchor;
  if (offset < Editor.string(editor, path).length) return false;
  Editor.removeMark(editor, 'math');
  return true;
}
