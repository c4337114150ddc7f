import { expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';

/** Opens a note whose image or mention is selected. */
function open(text: string) {
  const session = new NoteSession(text);
  const { editor } = session;
  const [[, path] = []] = Editor.nodes(editor, { at: [], match: (node) => 'type' in node && editor.isVoid(node) });
  Transforms.select(editor, Editor.start(editor, path!));
  return session;
}

it.each([
  ['an image', '![a](b.png)\n', '![a](b.png)new\n', '![a](b.png)\n\nnew\n'],
  ['an image in a link', '[![a](b.png)](c)\n', '[![a](b.png)](c)new\n', '[![a](b.png)](c)\n\nnew\n'],
  ['a mention', 'See `file a.md` there\n', 'See `file a.md`new there\n', 'See `file a.md`\n\nnew there\n'],
])('text and Enter at %s that is selected go on behind it', (_what, text, typed, broken) => {
  const session = open(text);
  for (const character of 'new') session.editor.insertText(character);
  expect(session.print()).toBe(typed);
  const other = open(text);
  other.editor.insertBreak();
  other.editor.insertText('new');
  expect(other.print()).toBe(broken);
});
