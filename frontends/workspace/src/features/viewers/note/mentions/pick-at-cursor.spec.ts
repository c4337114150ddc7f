import { expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import { isDismissed, isSamePick, pickAtCursor } from './pick-at-cursor';

it('an unfinished mention is another one once a paragraph was added above it', () => {
  const session = new NoteSession('one\n\ntwo @re\n');
  Transforms.select(session.editor, Editor.end(session.editor, [1]));
  const before = pickAtCursor(session.editor);
  expect(before).toMatchObject({ kind: 'file', query: 're' });
  expect(isSamePick(before, pickAtCursor(session.editor))).toBe(true);
  session.take(`NEW\n\n${session.print()}`);
  const after = pickAtCursor(session.editor);
  expect(after?.range.anchor).toEqual({ path: [2, 0], offset: 4 });
  expect(isSamePick(before, after)).toBe(false);
});

it('no mention is the same as no mention only', () => {
  const session = new NoteSession('@a\n');
  Transforms.select(session.editor, Editor.end(session.editor, [0]));
  expect(isSamePick(null, undefined)).toBe(true);
  expect(isSamePick(undefined, pickAtCursor(session.editor))).toBe(false);
});

it('a dismissed mention stays so where it moves to, and one at the same place of another paragraph is not', () => {
  const { editor } = new NoteSession('one @re\n\ntwo @re\n');
  const pickIn = (index: number) => {
    Transforms.select(editor, Editor.end(editor, [index]));
    return pickAtCursor(editor)!;
  };
  const sign = Editor.pointRef(editor, pickIn(0).range.anchor);
  expect([isDismissed(pickIn(0), sign), isDismissed(pickIn(1), sign)]).toEqual([true, false]);
  Transforms.insertText(editor, 'NEW ', { at: Editor.start(editor, [0]) });
  expect(isDismissed(pickIn(0), sign)).toBe(true);
  expect(isDismissed(pickIn(0), undefined)).toBe(false);
});
