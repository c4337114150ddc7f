import { HistoryEditor } from 'slate-history';
import { Editor, Transforms } from 'slate';
import type { NoteDocument } from './model/nodes';
import { parseNote } from './model/parse';
import { printNote } from './model/print-note';
import { rebase } from './model/rebase';
import { createNoteEditor } from './editor/create-editor';
import { asBlocks, asDescendants, type NoteEditor } from './editor/types';

/** Changes of more blocks than this replace the list at once, without an operation for each. */
const MAX_OPERATIONS = 200;

/** One open note: its text, the document that the text was parsed to, and the editor of its blocks. */
export class NoteSession {
  readonly editor: NoteEditor = createNoteEditor();
  #doc: NoteDocument;
  /** The text that the editor shows, as last parsed or printed. */
  #text: string;
  #isTaking = false;

  constructor(text: string) {
    this.#text = text;
    this.#doc = parseNote(text);
    this.editor.children = asDescendants(this.#doc.blocks);
    // No operation, so nothing is normalised: an empty note needs its place to write.
    if (this.editor.children.length === 0)
      this.editor.children = asDescendants([{ type: 'paragraph', children: [{ text: '' }] }]);
  }

  get document(): NoteDocument {
    return this.#doc;
  }

  /** The text of the note as it is in the editor. */
  print(): string {
    this.#text = printNote(this.#doc, asBlocks(this.editor.children));
    return this.#text;
  }

  /** True while another text is being taken over, which is no edit of the user. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Shows another text of the note, which was changed elsewhere; equal blocks stay as they are. */
  take(text: string): void {
    if (text === this.#text) return;
    const { doc, blocks } = rebase(parseNote(text), asBlocks(this.editor.children));
    this.#doc = doc;
    this.#text = text;
    this.#isTaking = true;
    replaceBlocks(this.editor, asDescendants(blocks));
    // The editor reports its change in a microtask.
    queueMicrotask(() => (this.#isTaking = false));
  }
}

/** Removes and inserts blocks, so that those in both lists stay, and the cursor with them. */
function replaceBlocks(editor: NoteEditor, next: NoteEditor['children']): void {
  const before = new Set(editor.children);
  const kept = new Set(next.filter((node) => before.has(node)));
  HistoryEditor.withoutSaving(editor, () => {
    Editor.withoutNormalizing(editor, () => {
      if (before.size + next.length - 2 * kept.size > MAX_OPERATIONS) return replaceAll(editor, next);
      for (const [index, node] of next.entries()) {
        if (!kept.has(node)) Transforms.insertNodes(editor, node, { at: [index] });
        else while (editor.children[index] !== node) Transforms.removeNodes(editor, { at: [index] });
      }
      while (editor.children.length > next.length) Transforms.removeNodes(editor, { at: [next.length] });
    });
  });
  // Steps of the history name paths, which the change may have moved.
  editor.history = { undos: [], redos: [] };
}

function replaceAll(editor: NoteEditor, next: NoteEditor['children']): void {
  Transforms.deselect(editor);
  editor.children = next;
  editor.onChange();
}
