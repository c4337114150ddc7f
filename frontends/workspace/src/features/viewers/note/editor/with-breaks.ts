import { Editor, Element, Node, Path, Range, Transforms } from 'slate';
import type { Block, Container } from '../model/nodes';
import { around, blockAtCursor, change, lastContainer, nextItem, setContainers, toParagraph } from './blocks';
import type { NoteEditor } from './types';
import { emptyParagraph } from './with-nodes';

/** What Enter and Backspace do in items, quotes, headings, code and tables. */
export function withBreaks(editor: NoteEditor): NoteEditor {
  const { insertBreak, insertSoftBreak, deleteBackward } = editor;

  editor.insertBreak = () => {
    const { selection } = editor;
    if (selection && Range.isExpanded(selection)) Transforms.delete(editor);
    const [block, path] = blockAtCursor(editor) ?? [];
    if (!block || !path) return insertBreak();
    if (block.type === 'code' || block.type === 'raw') return editor.insertText('\n');
    if (block.type === 'table') return enterCellBelow(editor);
    if (leaveEmpty(editor, block, path)) return;
    Editor.withoutNormalizing(editor, () => splitBlock(editor, block, path));
  };

  editor.insertSoftBreak = () => {
    const [block] = blockAtCursor(editor) ?? [];
    if (block?.type === 'heading' || block?.type === 'table') return;
    return block ? editor.insertText('\n') : insertSoftBreak();
  };

  editor.deleteBackward = (unit) => {
    const { selection } = editor;
    const [block, path] = blockAtCursor(editor) ?? [];
    if (!block || !path || !selection || !Range.isCollapsed(selection)) return deleteBackward(unit);
    const cell = around(editor, 'cell');
    if (cell && Editor.isStart(editor, selection.anchor, cell[1])) return;
    if (!Editor.isStart(editor, selection.anchor, path)) return deleteBackward(unit);
    if (block.type === 'heading') return toParagraph(editor, path);
    if (block.type === 'paragraph' && block.checked !== undefined)
      return change(editor, path, { checked: undefined, checkMark: undefined });
    if (lastContainer(block)) return setContainers(editor, path, block.containers!.slice(0, -1));
    if (block.type === 'code' && Node.string(block as unknown as Node) === '')
      return change(editor, path, { type: 'paragraph', fence: undefined, info: undefined, closing: undefined });
    deleteBackward(unit);
  };
  return editor;
}

const isEmpty = (block: Block) => Node.string(block as unknown as Node) === '';

/** Enter in an empty item or quote leaves it. */
function leaveEmpty(editor: NoteEditor, block: Block, path: Path): boolean {
  if (!isEmpty(block) || block.type !== 'paragraph' || !lastContainer(block)) return false;
  const hasNode = block.children.some((child) => 'type' in child);
  if (hasNode) return false;
  change(editor, path, { checked: undefined, checkMark: undefined });
  setContainers(editor, path, block.containers!.slice(0, -1));
  return true;
}

function splitBlock(editor: NoteEditor, block: Block, path: Path): void {
  const { anchor } = editor.selection!;
  const next = afterBreak(block);
  if (Editor.isStart(editor, anchor, path) && !isEmpty(block)) {
    // The block moves down as it is, so that its source still belongs to it.
    const empty = {
      ...emptyParagraph(),
      ...(block.containers && { containers: block.containers }),
      ...checkOf(block),
    };
    Transforms.insertNodes(editor, empty as unknown as Element, { at: path });
    if (next.containers) setContainers(editor, Path.next(path), next.containers);
    return;
  }
  const isAtEnd = Editor.isEnd(editor, anchor, path);
  Transforms.splitNodes(editor, { always: true });
  const second = Path.next(path);
  change(editor, second, { sid: undefined, ...next });
  if (block.type === 'heading' && isAtEnd) toParagraph(editor, second);
}

const checkOf = (block: Block) =>
  block.type === 'paragraph' && block.checked !== undefined ? { checked: false, checkMark: '[ ] ' } : {};

/** Properties of the block after a break: another item of the same list. */
function afterBreak(block: Block): { containers?: readonly Container[]; checked?: boolean; checkMark?: string } {
  const last = lastContainer(block);
  if (last?.kind !== 'item') return {};
  return { containers: [...block.containers!.slice(0, -1), nextItem(last)], ...checkOf(block) };
}

/** Enter in a table goes to the cell below; in the last row it adds a row. */
function enterCellBelow(editor: NoteEditor): void {
  const cell = around(editor, 'cell');
  if (!cell) return;
  const [, path] = cell;
  const row = Path.parent(path);
  const below = [...Path.next(row), path.at(-1)!];
  if (!Node.has(editor, below)) {
    const columns = (Node.get(editor, row) as unknown as { children: unknown[] }).children.length;
    Transforms.insertNodes(editor, emptyRow(columns), { at: Path.next(row) });
  }
  Transforms.select(editor, Editor.start(editor, below));
}

export const emptyRow = (columns: number): Element =>
  ({
    type: 'row',
    children: Array.from({ length: columns }, () => ({ type: 'cell', children: [{ text: '' }] })),
  }) as unknown as Element;
