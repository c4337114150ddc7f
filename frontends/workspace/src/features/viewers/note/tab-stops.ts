import type { KeyboardEvent } from 'react';
import { ReactEditor } from 'slate-react';
import { blockAtCursor } from './editor/blocks';
import type { NoteEditor } from './editor/types';

const CONTROLS = 'a[href], summary, button:not(:disabled), input, iframe, [tabindex]';

/** The controls among the text of one block: check boxes, handles of images, the menu of a table. */
const controlsIn = (block: Element | null | undefined): HTMLElement[] =>
  [...(block?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
    (control) => control.tabIndex >= 0 && !control.isContentEditable,
  );

function domBlockAtCursor(editor: NoteEditor): Element | undefined {
  const [block] = blockAtCursor(editor) ?? [];
  return block && ReactEditor.toDOMNode(editor, block as never);
}

/** Whether an event comes from a control among the text, for which the keys of the text are not meant. */
export const isInControl = (editor: NoteEditor, { target }: KeyboardEvent): boolean =>
  !ReactEditor.hasEditableTarget(editor, target);

/**
 * Tab leads from the text to the controls of the block with the cursor and then out of the note, however many controls
 * other blocks have; back from a control it leads to the text. True when it moved the focus; otherwise the browser
 * goes on from `end`, an element behind the note.
 */
export function moveTab(editor: NoteEditor, event: KeyboardEvent, end: HTMLElement): boolean {
  const target = event.target as HTMLElement;
  const isText = !isInControl(editor, event);
  if (isText && event.shiftKey) return false;
  const controls = controlsIn(isText ? domBlockAtCursor(editor) : target.closest('.note-block'));
  const next = controls[controls.indexOf(target) + (event.shiftKey ? -1 : 1)];
  if (next) next.focus();
  else if (event.shiftKey) ReactEditor.focus(editor);
  else end.focus();
  return next !== undefined || event.shiftKey;
}
