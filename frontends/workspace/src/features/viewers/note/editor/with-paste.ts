import { Editor, Node, Range, Transforms } from 'slate';
import { isAddress, linkSelection } from '../links/links';
import type { Block } from '../model/nodes';
import { parseNote } from '../model/parse';
import { printNote } from '../model/print-note';
import { pastedTable } from '../tables/pasted-table';
import { blockAtCursor } from './blocks';
import { asBlocks, asDescendants, type NoteEditor } from './types';
import { MAX_OPERATIONS, spliceBlocks } from './with-bulk';

/**
 * ED-07: pasted text is read as Markdown; copied blocks are written as Markdown. A copy within one note keeps the
 * source of its blocks.
 */
export function withPaste(editor: NoteEditor): NoteEditor {
  const { setFragmentData, insertData } = editor;

  editor.setFragmentData = (data, origin) => {
    setFragmentData(data, origin);
    data.setData('text/plain', markdownOf(asBlocks(editor.getFragment())));
  };

  editor.insertData = (data) => {
    if (data.getData('application/x-slate-fragment')) return insertData(data);
    const text = data.getData('text/plain');
    if (text) insertMarkdown(editor, text);
    else insertData(data);
  };
  return editor;
}

/** Text of a part of a note. */
export function markdownOf(blocks: readonly Block[]): string {
  const [only] = blocks;
  // A part of one paragraph is copied as text, without an escape that only matters at the start of a line.
  if (blocks.length === 1 && (only!.type === 'code' || only!.type === 'raw'))
    return Node.string(only as unknown as Node);
  return printNote(parseNote(''), blocks).trimEnd();
}

export function insertMarkdown(editor: NoteEditor, pasted: string): void {
  const [block] = blockAtCursor(editor) ?? [];
  const text = normalizePaste(pasted);
  if (block?.type === 'code' || block?.type === 'raw')
    return Transforms.insertText(editor, pasted.replaceAll(/\r\n?/g, '\n'));
  const { selection } = editor;
  if (selection && Range.isExpanded(selection) && isAddress(text) && linkSelection(editor, text)) return;
  if (block?.type === 'table') return Transforms.insertText(editor, text.replaceAll(/\s*\n\s*/g, ' '));
  const { blocks } = parseNote(pastedTable(pasted) ?? text);
  if (blocks.length === 0) return;
  const fresh = blocks.map(({ sid: _sid, ...rest }) => rest as Block);
  const [only] = fresh;
  if (fresh.length === 1 && only!.type === 'paragraph' && !only!.containers) {
    // Markdown has no spaces at the edges of a paragraph, but a part of one may.
    const children = [{ text: /^[ \t]*/.exec(text)![0] }, ...only!.children, { text: /[ \t]*$/.exec(text)![0] }];
    return Transforms.insertFragment(editor, asDescendants([{ ...only!, children }]));
  }
  insertBlocks(editor, fresh);
}

/** Whole blocks are inserted after the one with the cursor, or in the place of an empty one. */
function insertBlocks(editor: NoteEditor, blocks: readonly Block[]): void {
  Editor.withoutNormalizing(editor, () => {
    if (editor.selection && Range.isExpanded(editor.selection)) Transforms.delete(editor);
    const [block, path] = blockAtCursor(editor) ?? [undefined, [editor.children.length - 1]];
    const isEmpty = block?.type === 'paragraph' && Node.string(block as unknown as Node) === '';
    const at = isEmpty ? path : [path[0]! + 1];
    const select = () => Transforms.select(editor, Editor.end(editor, [at[0]! + blocks.length - 1]));
    if (blocks.length > MAX_OPERATIONS) {
      const change = { at: at[0]!, remove: isEmpty ? 1 : 0, insert: asDescendants(blocks) };
      return spliceBlocks(editor, change, select);
    }
    if (isEmpty) Transforms.removeNodes(editor, { at: path });
    Transforms.insertNodes(editor, asDescendants(blocks), { at });
    select();
  });
}

/** The line of a list, a quote, a table or a heading. */
const MARKED = /^\s*(?:[-*+>|#]|\d+[.)])(?:\s|$)|^\s*\|/;

/** Whether a line belongs to the block of the one before: it is indented, or both are marked. */
const goesOn = (before: string, line: string): boolean =>
  /^\s/.test(line) || (MARKED.test(line) && (MARKED.test(before) || /^\s/.test(before)));

/**
 * Code fences and indented text stay as they are. Elsewhere single line ends separate blocks, as in text that was
 * copied from other programs, but not the items of a list; more than one blank line becomes one.
 */
export function normalizePaste(text: string): string {
  const all = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (/^(?:```|~~~)|^(?: {4}|\t)\S/m.test(all)) return all;
  const lines = all.replaceAll(/\n{3,}/g, '\n\n').split('\n');
  let before = '';
  return lines
    .map((line, index) => {
      const separates = index > 0 && line !== '' && before !== '' && !goesOn(before, line);
      before = line;
      return separates ? `\n${line}` : line;
    })
    .join('\n');
}
