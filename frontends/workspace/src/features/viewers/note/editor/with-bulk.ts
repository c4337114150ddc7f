import { Editor, Range, type Descendant, type Selection } from 'slate';
import { HistoryEditor } from 'slate-history';
import type { NoteEditor } from './types';

/** Slate's operations, of one block each, take minutes for a whole long note. More blocks than this are one change. */
export const MAX_OPERATIONS = 200;

/** Blocks that one step of the history replaced by others, without an operation for each. */
interface Bulk {
  readonly at: number;
  readonly removed: readonly Descendant[];
  readonly inserted: readonly Descendant[];
  /** The selection after the step. */
  after: Selection;
}

type Batch = NoteEditor['history']['undos'][number] & { bulk?: Bulk };

export const isBulk = (batch: Batch): boolean => batch.bulk !== undefined;

/** Removes and inserts many blocks as one step, which undo takes back. Operations of `then` belong to the step. */
export function spliceBlocks(
  editor: NoteEditor,
  { at, remove = 0, insert = [] }: { at: number; remove?: number; insert?: readonly Descendant[] },
  then: () => void,
): void {
  const bulk: Bulk = { at, removed: editor.children.slice(at, at + remove), inserted: insert, after: null };
  const batch: Batch = { operations: [], selectionBefore: editor.selection, bulk };
  editor.history.redos = [];
  editor.writeHistory('undos', batch);
  replace(editor, bulk, 'inserted');
  HistoryEditor.withMerging(editor, then);
  bulk.after = editor.selection;
}

function replace(editor: NoteEditor, { at, removed, inserted }: Bulk, by: 'removed' | 'inserted'): void {
  const [out, next] = by === 'inserted' ? [removed, inserted] : [inserted, removed];
  editor.children = [...editor.children.slice(0, at), ...next, ...editor.children.slice(at + out.length)];
  // Slate reports a change only after an operation; this one changes nothing.
  const start = Editor.start(editor, []);
  HistoryEditor.withoutSaving(editor, () => editor.apply({ type: 'insert_text', ...start, text: '' }));
}

/** Deletes and restores thousands of blocks at once. */
export function withBulk(editor: NoteEditor): NoteEditor {
  const { deleteFragment, insertText, insertBreak, insertData, undo, redo } = editor;

  editor.deleteFragment = (options) => {
    const { selection } = editor;
    const [start, end] = selection ? Range.edges(selection) : [];
    const [first, last] = [start?.path[0] ?? 0, end?.path[0] ?? 0];
    if (!start || !end || last - first < MAX_OPERATIONS) return deleteFragment(options);
    const remove = last - first - 1;
    spliceBlocks(editor, { at: first + 1, remove }, () => {
      editor.selection = { anchor: start, focus: { ...end, path: [first + 1, ...end.path.slice(1)] } };
      deleteFragment(options);
    });
  };
  const clear = () => {
    const { selection } = editor;
    if (!selection) return;
    const [start, end] = Range.edges(selection);
    if (end.path[0]! - start.path[0]! >= MAX_OPERATIONS) Editor.deleteFragment(editor);
  };
  editor.insertText = (text, options) => (clear(), insertText(text, options));
  editor.insertBreak = () => (clear(), insertBreak());
  editor.insertData = (data) => (clear(), insertData(data));

  editor.undo = () => {
    const batch: Batch | undefined = editor.history.undos.at(-1);
    undo();
    if (!batch?.bulk) return;
    replace(editor, batch.bulk, 'removed');
    editor.selection = batch.selectionBefore;
  };
  editor.redo = () => {
    const batch: Batch | undefined = editor.history.redos.at(-1);
    if (batch?.bulk) replace(editor, batch.bulk, 'inserted');
    redo();
    if (batch?.bulk) editor.selection = batch.bulk.after;
  };
  return editor;
}
