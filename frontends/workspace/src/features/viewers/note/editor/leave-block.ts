import { Editor, type Element, Node, Path, Transforms } from 'slate';
import type { Block } from '../model/nodes';
import { around, blockAtCursor } from './blocks';
import type { NoteEditor } from './types';
import { emptyParagraph } from './with-nodes';

/** Blocks in which Enter goes on: without a way out, nothing can be written after one at the end of a note. */
const HOLDS_ENTER: readonly Block['type'][] = ['code', 'raw', 'table', 'rule'];

/** Starts a paragraph after the block of the cursor. False where Enter alone starts one. */
export function leaveBlock(editor: NoteEditor): boolean {
  const [block, path] = blockAtCursor(editor) ?? [];
  if (!block || !path || !HOLDS_ENTER.includes(block.type)) return false;
  startParagraph(editor, Path.next(path));
  return true;
}

/** Arrow down in the last line of the last block. False where the browser moves the cursor. */
export function leaveDown(editor: NoteEditor): boolean {
  return isInLastLine(editor) && leaveBlock(editor);
}

/** Places the cursor after all blocks: where a press below the text of a note writes. */
export function writeBelow(editor: NoteEditor): void {
  const { children } = editor;
  const last = children.at(-1) as unknown as Block | undefined;
  if (last && HOLDS_ENTER.includes(last.type)) startParagraph(editor, [children.length]);
  else Transforms.select(editor, Editor.end(editor, []));
}

export const isInLastBlock = ({ selection, children }: NoteEditor): boolean =>
  selection?.focus.path[0] === children.length - 1;

/** Whether no line of the note is below the cursor. */
function isInLastLine(editor: NoteEditor): boolean {
  const { selection } = editor;
  if (!selection || !isInLastBlock(editor)) return false;
  const cell = around(editor, 'cell');
  if (cell) return !Node.has(editor, Path.next(Path.parent(cell[1])));
  return !Editor.string(editor, { anchor: selection.focus, focus: Editor.end(editor, []) }).includes('\n');
}

function startParagraph(editor: NoteEditor, at: Path): void {
  Transforms.insertNodes(editor, emptyParagraph() as Element, { at });
  Transforms.select(editor, Editor.start(editor, at));
}
