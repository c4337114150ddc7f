import { HistoryEditor } from 'slate-history';
import { Editor, Transforms, type Descendant } from 'slate';
import { firstPart, withFirstPart, type FirstPart } from './model/first-part';
import { inSlices } from '../../../document/in-slices';
import type { NoteDocument } from './model/nodes';
import { newId, parseNote } from './model/parse';
import { printNote } from './model/print-note';
import { rebase } from './model/rebase';
import { windowOf } from './editor/block-window';
import { change } from './editor/blocks';
import { createNoteEditor } from './editor/create-editor';
import { keepPlace, withOpen } from './editor/keep-place';
import { shiftHistory } from './editor/shift-history';
import { asBlocks, asDescendants, type NoteEditor } from './editor/types';
import { MAX_OPERATIONS } from './editor/with-bulk';

/** Characters of a note from which the text of blocks far from the visible part is not in the page. */
const VERY_LONG = 2_000_000;

/** One open note: its text, the document that the text was parsed to, and the editor of its blocks. */
export class NoteSession {
  readonly editor: NoteEditor;
  readonly isVeryLong: boolean;
  #doc: NoteDocument;
  /** The text that the editor shows, as last parsed or printed. */
  #text: string;
  #isTaking = false;
  /** Set until the whole note is read. */
  #first: FirstPart | undefined;

  /** With `inParts` the editor holds the first part of a long note at once, and the rest after `read`. */
  constructor(text: string, { inParts = false } = {}) {
    this.isVeryLong = text.length > VERY_LONG;
    this.editor = createNoteEditor(this);
    this.#text = text;
    this.#first = inParts ? firstPart(text) : undefined;
    this.#doc = this.#first?.doc ?? parseNote(text);
    windowOf(this.editor).hasText = !this.isVeryLong;
    windowOf(this.editor).linesOf = ({ sid }) => {
      const source = this.#doc.sources.get(sid!);
      return source && this.#doc.lines.slice(source.content, source.last + 1);
    };
    this.editor.children = asDescendants(this.#doc.blocks);
    // No operation, so nothing is normalised: an empty note needs its place to write.
    if (this.editor.children.length === 0)
      this.editor.children = asDescendants([{ type: 'paragraph', children: [{ text: '' }] }]);
  }

  get document(): NoteDocument {
    return this.#doc;
  }

  /** Reads the rest of the note while the page answers. `isWanted` is asked between the steps. */
  async read(isWanted: () => boolean): Promise<void> {
    const whole = this.#first && (await inSlices(this.#first.steps, isWanted));
    if (whole) this.#add(whole);
  }

  /** Reads the rest of the note now: what follows needs all of it. */
  finish(): void {
    while (this.#first) {
      const { done, value } = this.#first.steps.next();
      if (done) this.#add(value);
    }
  }

  #add(whole: NoteDocument): void {
    const first = this.#first;
    if (!first) return;
    this.#first = undefined;
    const doc = withFirstPart(whole, first.doc);
    // No text is known whose parts differ; should there be one, it is read again as it is now.
    if (!doc) return this.take(printNote(this.#doc, asBlocks(this.editor.children)) + first.rest, { again: true });
    this.#doc = doc;
    this.editor.children = [...this.editor.children, ...asDescendants(doc.blocks.slice(first.doc.blocks.length))];
    this.editor.onChange();
  }

  /** The text of the note as it is in the editor. */
  print(): string {
    const { children } = this.editor;
    // A changed end of the first part meets the rest, with which it is printed.
    if (this.#first && asBlocks(children).at(-1) !== this.#doc.blocks.at(-1)) this.finish();
    this.#text = printNote(this.#doc, asBlocks(this.editor.children)) + (this.#first?.rest ?? '');
    return this.#text;
  }

  /** True while another text is being taken over, which is no edit of the user. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Shows another text of the note, which was changed elsewhere; equal blocks stay as they are. */
  take(text: string, { again = false } = {}): void {
    if (text === this.#text && !again) return;
    this.finish();
    giveKeys(this.editor);
    const { doc, blocks } = rebase(parseNote(text), asBlocks(this.editor.children));
    this.#doc = doc;
    this.#text = text;
    this.#isTaking = true;
    const next = withOpen(this.editor.children, asDescendants(blocks));
    keepPlace(this.editor, next, () => replaceBlocks(this.editor, next));
    // The editor reports its change in a microtask.
    queueMicrotask(() => (this.#isTaking = false));
  }
}

/** Gives every block a key of its own, because only blocks with one can stay when another text is taken over. */
function giveKeys(editor: NoteEditor): void {
  const used = new Set<string>();
  HistoryEditor.withoutSaving(editor, () => {
    for (const [index, { sid }] of asBlocks(editor.children).entries()) {
      if (sid === undefined || used.has(sid)) change(editor, [index], { sid: `new ${newId()}` });
      else used.add(sid);
    }
  });
}

/** Removes and inserts blocks, so that those in both lists stay, and the cursor with them. */
function replaceBlocks(editor: NoteEditor, next: NoteEditor['children']): void {
  const before = new Set(editor.children);
  const kept = new Set(next.filter((node) => before.has(node)));
  HistoryEditor.withoutSaving(editor, () => {
    Editor.withoutNormalizing(editor, () => {
      if (before.size + next.length - 2 * kept.size > MAX_OPERATIONS) return replaceAll(editor, next);
      for (const [index, node] of next.entries()) {
        if (!kept.has(node)) insertBlock(editor, index, node);
        else while (editor.children[index] !== node) removeBlock(editor, index);
      }
      while (editor.children.length > next.length) removeBlock(editor, next.length);
    });
  });
}

function insertBlock(editor: NoteEditor, index: number, node: Descendant): void {
  Transforms.insertNodes(editor, node, { at: [index] });
  shiftHistory(editor, { kind: 'insert', index });
}

function removeBlock(editor: NoteEditor, index: number): void {
  Transforms.removeNodes(editor, { at: [index] });
  shiftHistory(editor, { kind: 'remove', index });
}

function replaceAll(editor: NoteEditor, next: NoteEditor['children']): void {
  Transforms.deselect(editor);
  editor.children = next;
  // The steps of the history name blocks by their index.
  editor.history = { undos: [], redos: [] };
  editor.onChange();
}
