import { Editor, Node, Path, Transforms } from 'slate';
import { leaveFormula } from '../formulas/formulas';
import { around, blockAtCursor, indent } from './blocks';
import { leaveBlock, leaveDown } from './leave-block';
import { type Mark, toggleMark } from './marks';
import type { NoteEditor } from './types';
import { emptyRow } from './with-breaks';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** ED-09: the marks of shortcuts, with Ctrl or Cmd. */
const MARKS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', e: 'code' };
const MARKS_WITH_SHIFT: Readonly<Record<string, Mark>> = { s: 'strike', h: 'highlight' };

/** Runs the shortcut of a key. True when there is one, so that the browser does nothing with it. */
export function runKey(editor: NoteEditor, event: Key): boolean {
  const isMod = event.ctrlKey || event.metaKey;
  if (isMod && !event.altKey) {
    const mark = (event.shiftKey ? MARKS_WITH_SHIFT : MARKS)[event.key.toLowerCase()];
    if (mark) toggleMark(editor, mark);
    if (event.key === 'Enter' && !event.shiftKey) return leaveBlock(editor);
    return mark !== undefined || selectFar(editor, event);
  }
  if (event.key === 'ArrowDown' && !isMod && !event.altKey && !event.shiftKey) return leaveDown(editor);
  if (event.key === 'ArrowRight' && !isMod && !event.altKey && !event.shiftKey) return leaveFormula(editor);
  if (event.key === 'Tab' && !isMod && !event.altKey) return runTab(editor, event.shiftKey ? 'out' : 'in');
  return false;
}

/** Selects to the ends of the note, of which the browser knows the visible part only. */
function selectFar(editor: NoteEditor, { key, shiftKey, metaKey }: Key): boolean {
  const isStart = key === 'Home' || (metaKey && key === 'ArrowUp');
  const isEnd = key === 'End' || (metaKey && key === 'ArrowDown');
  if (key.toLowerCase() === 'a' && !shiftKey) Transforms.select(editor, []);
  else if (isStart || isEnd) {
    const focus = isStart ? Editor.start(editor, []) : Editor.end(editor, []);
    Transforms.select(editor, { anchor: (shiftKey && editor.selection?.anchor) || focus, focus });
  } else return false;
  return true;
}

function runTab(editor: NoteEditor, direction: 'in' | 'out'): boolean {
  if (around(editor, 'cell')) return moveCell(editor, direction);
  const [block] = blockAtCursor(editor) ?? [];
  if (block?.type === 'code' && direction === 'in') {
    editor.insertText('  ');
    return true;
  }
  return indent(editor, direction);
}

/** The next or previous cell; after the last one follows a new row. */
function moveCell(editor: NoteEditor, direction: 'in' | 'out'): boolean {
  const [, path] = around(editor, 'cell')!;
  const table = path.slice(0, 1);
  const cells = [...Editor.nodes(editor, { at: table, match: (node) => 'type' in node && node.type === 'cell' })];
  const index = cells.findIndex(([, at]) => Path.equals(at, path));
  const next = cells[index + (direction === 'in' ? 1 : -1)]?.[1];
  if (next) Transforms.select(editor, Editor.start(editor, next));
  else if (direction === 'in') {
    const last = Path.parent(path);
    const columns = [...Node.children(editor, last)].length;
    Transforms.insertNodes(editor, emptyRow(columns), { at: Path.next(last) });
    Transforms.select(editor, Editor.start(editor, Path.next(last)));
  }
  return true;
}
