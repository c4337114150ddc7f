import { Editor, Point, Transforms, type Element, type Path } from 'slate';
import { HistoryEditor } from 'slate-history';
import { aboveFolder, type FileOption } from '@zo/web/mentions';
import { nameOf, pathKey, rawHref, type Location } from '@zo/web/paths';
import { kindOf } from '@zo/proto/file-kind';
import { around, change } from '../editor/blocks';
import { focusText } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';
import { insertImage, narrowInsertedImage, titleOf } from '../images/insert-image';
import { relativeLink } from '../links/resolve-link';
import { absolutePath } from '../mentioned-file';
import { dateMention, fileMention, toolMention, zoroutineMention } from '../model/mention';
import type { MentionKind } from '../model/nodes';
import type { NotePick } from './pick-at-cursor';

/** Where a mention is written. */
export interface Writing {
  readonly editor: NoteEditor;
  readonly note: Location;
  /** The name of the user's home. */
  readonly handle: string;
  /** The id of the routine in a file; undefined if it has none. */
  readonly routineId: (address: string) => Promise<string | undefined>;
}

/** Replaces what was typed; returns where the mention is. */
function insert(editor: NoteEditor, { range }: NotePick, { kind, value }: { kind: MentionKind; value: string }) {
  const mention = { type: 'mention', kind, value, tick: '`', children: [{ text: '' }] } as unknown as Element;
  Transforms.select(editor, range);
  Transforms.delete(editor);
  Transforms.insertNodes(editor, mention);
  const place = around(editor, 'mention')?.[1];
  Transforms.move(editor, { unit: 'offset' });
  addSpace(editor);
  // The calendar has taken the focus.
  focusText(editor);
  return place;
}

/** Behind the space that was added after a mention. People who type one after it as well mean the same. */
const spaces = new WeakMap<NoteEditor, Point>();

function addSpace(editor: NoteEditor): void {
  const at = editor.selection?.anchor;
  const next = at && Editor.after(editor, at);
  if (next && Editor.string(editor, { anchor: at, focus: next }) === ' ') Transforms.move(editor);
  else editor.insertText(' ');
  if (editor.selection) spaces.set(editor, editor.selection.anchor);
}

export function isBehindSpace(editor: NoteEditor): boolean {
  const [at, space] = [editor.selection?.anchor, spaces.get(editor)];
  return at !== undefined && space !== undefined && Point.equals(at, space);
}

export const forgetSpace = (editor: NoteEditor) => spaces.delete(editor);

export const insertDate = (editor: NoteEditor, pick: NotePick, day: string) =>
  void insert(editor, pick, { kind: 'date', value: dateMention(day) });

export const insertTool = (editor: NoteEditor, pick: NotePick, slug: string) =>
  void insert(editor, pick, { kind: 'tool', value: toolMention(slug) });

/** ED-04, ED-06: images of the same root are shown, routines are named with their id, others with their path. */
export function insertFile(writing: Writing, pick: NotePick, file: FileOption): void {
  const { editor, note, handle } = writing;
  // A link does not lead into another root, and a bar ends a cell of a table.
  if (isPicture(file) && file.root === note.root && !around(editor, 'cell')) return insertPicture(writing, pick, file);
  const path = file.root === 'w' ? file.path.join('/') : absolutePath(handle, file);
  const place = insert(editor, pick, { kind: 'file', value: fileMention(path) });
  if (place && isRoutine(file)) void nameRoutine(writing, place, file);
}

/** The id arrives while one writes on; undo removes the mention, not only its id. */
async function nameRoutine({ editor, routineId }: Writing, at: Path, file: FileOption): Promise<void> {
  const place = Editor.pathRef(editor, at);
  const id = await routineId(pathKey(file));
  const path = place.unref();
  if (!path || !id) return;
  const routine: { kind: MentionKind; value: string } = {
    kind: 'zoroutine',
    value: zoroutineMention(id, file.path.join('/')),
  };
  HistoryEditor.withoutSaving(editor as HistoryEditor, () => change(editor, path, routine));
}

/** Routines are files of the workspace. */
const isRoutine = (file: FileOption) => file.root === 'w' && !file.isDirectory && kindOf(nameOf(file)) === 'routine';

const isPicture = (file: FileOption) => !file.isDirectory && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(nameOf(file));

/** ED-06: an image of the user's files is shown where it is mentioned. */
function insertPicture({ editor, note }: Writing, { range }: NotePick, file: FileOption): void {
  Transforms.select(editor, range);
  Transforms.delete(editor);
  insertImage(editor, { url: relativeLink(note, file), caption: titleOf(nameOf(file)) });
  narrowInsertedImage(editor, rawHref(file));
  Transforms.move(editor, { unit: 'offset' });
}

/** Replaces the text after the '@'. */
export function retype(editor: NoteEditor, { range }: NotePick, query: string): void {
  const { path, offset } = range.anchor;
  Transforms.insertText(editor, query, { at: { anchor: { path, offset: offset + 1 }, focus: range.focus } });
}

/** ED-03: Backspace after the slash of a folder goes up one level. */
export function goUp(editor: NoteEditor, pick: NotePick): boolean {
  const above = aboveFolder(pick.query);
  if (above === undefined) return false;
  retype(editor, pick, above);
  return true;
}
