import { expect, it } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import { isDomain, removeLink } from './links';

it.each(['example.com', 'Zo.IO', 'docs.python.org/3', 'mit.edu', 'irs.gov', 'php.net', 't.co?a=1', ' a.co '])(
  'the selected text %j becomes a link without asking',
  (text) => expect(isDomain(text)).toBe(true),
);

it.each(['README.md', 'main.py', 'example.dev', 'mara@example.com', 'com', 'see example.com', 'example.community'])(
  'the selected text %j is no domain',
  (text) => expect(isDomain(text)).toBe(false),
);

const BADGES =
  '[![Build](b.svg "now")](https://a.org) [![Cover *age*][c] and text][d]\n\n[c]: c.svg\n[d]: https://d.org\n';

it('images in links stay as they are written, also when the text beside them is edited', () => {
  const session = new NoteSession(BADGES);
  const { editor } = session;
  Transforms.insertText(editor, 'New: ', { at: Editor.start(editor, []) });
  const [first] = BADGES.split('\n');
  expect(session.print()).toBe(`New: ${first}\n${BADGES.slice(first!.length + 1)}`);
  Editor.normalize(editor, { force: true });
  expect(session.print()).toBe(`New: ${first}\n${BADGES.slice(first!.length + 1)}`);
});

it('a link around an image is removed without the image', () => {
  const session = new NoteSession('[![Build](b.svg)](https://a.org)\n');
  const { editor } = session;
  Transforms.select(editor, Editor.start(editor, [0, 1]));
  removeLink(editor);
  expect(session.print()).toBe('![Build](b.svg)\n');
});
