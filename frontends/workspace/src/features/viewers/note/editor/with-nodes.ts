import { Editor, Element, Node, Text, Transforms } from 'slate';
import type { NoteEditor } from './types';

const INLINE = new Set(['link', 'image', 'citation', 'mention']);
const VOID = new Set(['image', 'citation', 'mention', 'rule']);

/** A place to write. */
export const emptyParagraph = (): Element => ({ type: 'paragraph', children: [{ text: '' }] });

/** Which nodes are inline or have no text of their own, and what a note always holds. */
export function withNodes(editor: NoteEditor): NoteEditor {
  const { isInline, isVoid, normalizeNode } = editor;
  editor.isInline = (element) => INLINE.has(element.type) || isInline(element);
  editor.isVoid = (element) => VOID.has(element.type) || isVoid(element);

  editor.normalizeNode = (entry, options) => {
    const [node, path] = entry;
    if (Editor.isEditor(node)) {
      if (node.children.length === 0) return Transforms.insertNodes(editor, emptyParagraph(), { at: [0] });
      const stray = node.children.findIndex((child) => Text.isText(child) || editor.isInline(child));
      if (stray >= 0) return Transforms.wrapNodes(editor, emptyParagraph(), { at: [stray] });
      // Slate would look into every block of the note at each key.
      return;
    }
    if (Element.isElement(node) && node.type === 'link' && node.children.every(isEmptyText))
      return Transforms.removeNodes(editor, { at: path });
    if (Element.isElement(node) && (node.type === 'code' || node.type === 'raw') && node.children.some(hasMarks))
      return Transforms.unsetNodes(editor, ['bold', 'italic', 'strike', 'highlight', 'code', 'math', 'raw'], {
        at: path,
        match: Text.isText,
      });
    normalizeNode(entry, options);
  };
  return editor;
}

const isEmptyText = (child: Node) => Text.isText(child) && child.text === '';
const hasMarks = (child: Node) => Text.isText(child) && Object.keys(child).length > 1;
