import { Editor, Range, Text, Transforms } from 'slate';
import type { Mark } from './marks';
import type { NoteEditor } from './types';

/**
 * Markdown of marks before the cursor: what is within has no space at its ends, and no sign of the same kind. A sign
 * within a word, or after a backslash, is text.
 */
const TYPED: readonly (readonly [Mark, RegExp])[] = [
  ['bold', /(?<![*\\\w])(\*\*)(?![\s*])([^*]*[^\s*\\])\*\*$/],
  ['italic', /(?<![*\\\w])(\*)(?![\s*])([^*]*[^\s*\\])\*$/],
  ['strike', /(?<![~\\\w])(~~)(?![\s~])([^~]*[^\s~\\])~~$/],
  ['highlight', /(?<![=\\\w])(==)(?![\s=])([^=]*[^\s=\\])==$/],
  ['code', /(?<![`\\])(`)(?![\s`])([^`]*[^\s`])`$/],
];
/** Underscores are common within names: they count only once something is typed after them. */
const TYPED_BEFORE: readonly (readonly [Mark, RegExp])[] = [
  ['bold', /(?<![_\\\w])(__)(?![\s_])([^_]*[^\s_\\])__([\s.,;:!?)])$/],
  ['italic', /(?<![_\\\w])(_)(?![\s_])([^_]*[^\s_\\])_([\s.,;:!?)])$/],
];

/** ED-07: makes a mark of the signs around a text when the last one is typed; undo brings the signs back. */
export function formatTypedMark(editor: NoteEditor): void {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return;
  const { path, offset } = selection.anchor;
  const [node] = Editor.node(editor, path);
  if (!Text.isText(node) || node.code !== undefined || node.math !== undefined || node.raw) return;
  const [block] = Editor.node(editor, path.slice(0, 1));
  if (!('type' in block) || block.type === 'code' || block.type === 'raw') return;
  const typed = node.text.slice(0, offset);
  const { text: _text, ...marks } = node;
  for (const [mark, pattern] of [...TYPED, ...TYPED_BEFORE]) {
    const [whole, sign, within, after = ''] = pattern.exec(typed) ?? [];
    if (whole === undefined || marks[mark] !== undefined) continue;
    // A step of its own in the history: undo first brings the signs back.
    editor.writeHistory('undos', { operations: [], selectionBefore: selection });
    const marked = { ...marks, text: within!, [mark]: sign };
    Editor.withoutNormalizing(editor, () => {
      const anchor = { path, offset: offset - whole.length };
      Transforms.delete(editor, { at: { anchor, focus: { path, offset } } });
      Transforms.insertNodes(editor, after ? [marked, { ...marks, text: after }] : [marked], { select: true });
    });
    // What is typed next is text behind it.
    if (!after) Editor.removeMark(editor, mark);
    return;
  }
}
