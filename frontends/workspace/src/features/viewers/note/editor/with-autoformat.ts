import { Editor, Node, Path, Range, Transforms } from 'slate';
import { DOLLARS, type Block } from '../model/nodes';
import {
  blockAtCursor,
  change,
  insertBlock,
  lastContainer,
  listKind,
  type ListKind,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './blocks';
import { formatTypedFormula } from '../formulas/formulas';
import { formatTypedMark } from './typed-marks';
import type { NoteEditor } from './types';

type Format = (editor: NoteEditor, found: RegExpExecArray) => void;

/** Markdown at the start of a paragraph that a space turns into its block. */
const AT_SPACE: readonly (readonly [RegExp, Format])[] = [
  [/^(#{1,6})$/, (editor, [, signs]) => toggleHeading(editor, signs!.length as 1)],
  [/^[-*+]$/, (editor) => toItem(editor, 'bullet')],
  [/^1[.)]$/, (editor) => toItem(editor, 'ordered')],
  [/^(?:- )?\[ ?\]$/, (editor) => toItem(editor, 'check')],
  [/^>$/, (editor) => toQuote(editor)],
];
/** Lines that Enter turns into a block. */
const AT_ENTER: readonly (readonly [RegExp, Format])[] = [
  [/^(`{3,}|~{3,})(\S*)$/, (editor, [, fence, info]) => toCode(editor, fence!, info!)],
  [/^\$\$$/, (editor) => toCode(editor, DOLLARS, '')],
  [/^(?:-{3,}|\*{3,}|_{3,})$/, (editor) => toRule(editor)],
];

/** Turns typed Markdown into blocks and marks; undo brings the typed characters back. */
export function withAutoformat(editor: NoteEditor): NoteEditor {
  const { insertText, insertBreak } = editor;
  editor.insertText = (text, options) => {
    if (text === ' ' && apply(editor, AT_SPACE)) return;
    if (formatTypedFormula(editor, text)) return;
    insertText(text, options);
    if (text.length === 1) formatTypedMark(editor);
  };
  editor.insertBreak = () => {
    if (!apply(editor, AT_ENTER)) insertBreak();
  };
  return editor;
}

function apply(editor: NoteEditor, formats: readonly (readonly [RegExp, Format])[]): boolean {
  const { selection } = editor;
  const [block, path] = blockAtCursor(editor) ?? [];
  if (block?.type !== 'paragraph' || !path || !selection || !Range.isCollapsed(selection)) return false;
  const range = { anchor: Editor.start(editor, path), focus: selection.anchor };
  const typed = Editor.string(editor, range);
  for (const [pattern, format] of formats) {
    const found = pattern.exec(typed);
    if (!found || (formats === AT_ENTER && !Editor.isEnd(editor, selection.anchor, path))) continue;
    // A step of its own in the history: undo first brings the characters back.
    editor.writeHistory('undos', { operations: [], selectionBefore: selection });
    Editor.withoutNormalizing(editor, () => {
      Transforms.delete(editor, { at: range });
      format(editor, found);
    });
    return true;
  }
  return false;
}

/** Who writes each line as Markdown types the sign of an item again in the next one, which Enter has begun. */
function toItem(editor: NoteEditor, kind: ListKind): void {
  const [block] = blockAtCursor(editor)!;
  if (listKind(block) !== kind) toggleList(editor, kind);
}

function toQuote(editor: NoteEditor): void {
  const [block] = blockAtCursor(editor)!;
  if (lastContainer(block)?.kind !== 'quote') toggleQuote(editor);
}

function toCode(editor: NoteEditor, fence: string, info: string): void {
  const [block, path] = blockAtCursor(editor)!;
  change(editor, path, { type: 'code', fence, info, closing: fence, sid: undefined });
  if (Node.string(block as unknown as Node) !== '') Transforms.select(editor, Editor.start(editor, path));
}

function toRule(editor: NoteEditor): void {
  const rule: Block = { type: 'rule', marker: '---', children: [{ text: '' }] };
  insertBlock(editor, rule);
  const [, path] = blockAtCursor(editor)!;
  insertBlock(editor, { type: 'paragraph', children: [{ text: '' }] });
  Transforms.select(editor, Editor.start(editor, Path.next(path)));
}
