import { Node, Text, Transforms, type Path } from 'slate';
import { ReactEditor } from 'slate-react';
import type { Place } from '@zo/web/paths';
import { isDialogOpen } from '@zo/web/ui';
import type { NoteDocument } from '../model/nodes';
import { goToBlock } from './go-to';
import { asBlocks, type NoteEditor } from './types';

/** Index of the block that owns a line of the source, counted from 1: the last one that begins there or before. */
export function blockAtLine(doc: NoteDocument, blocks: readonly { readonly sid?: string }[], line: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ sid }) => {
      const source = sid === undefined ? undefined : doc.sources.get(sid);
      return source !== undefined && source.first <= line - 1;
    }),
  );
}

/** Scrolls to the block of a line and selects the text of the place in it. */
export function goToPlace(editor: NoteEditor, doc: NoteDocument, { line, text }: Place): void {
  const index = blockAtLine(doc, asBlocks(editor.children), line);
  if (editor.children.length === 0) return;
  goToBlock(editor, index);
  const found = text ? findText(editor, index, text) : undefined;
  if (!found) return;
  const { path, offset } = found;
  Transforms.select(editor, { anchor: { path, offset }, focus: { path, offset: offset + text!.length } });
  if (!isDialogOpen()) ReactEditor.focus(editor);
}

/** The first leaf of a block that contains a text. */
function findText(editor: NoteEditor, index: number, text: string): { path: Path; offset: number } | undefined {
  for (const [node, path] of Node.descendants(editor, { from: [index], to: [index] })) {
    if (path[0] !== index || !Text.isText(node)) continue;
    const offset = node.text.indexOf(text);
    if (offset >= 0) return { path, offset };
  }
  return undefined;
}
