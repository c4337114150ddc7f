import { expect, it } from '@jest/globals';
import { Editor, Node, Transforms } from 'slate';
import { NoteSession } from '../note-session';
import { PendingImages } from './pending-images';

const fileOf = (name: string) => ({ file: new File([], `${name}.png`, { type: 'image/png' }), caption: name });

/** Opens a note with images on their way at the end of its first block, where the cursor is. */
function open(text: string, ...names: string[]) {
  const session = new NoteSession(text);
  const { editor } = session;
  const pending = new PendingImages(editor);
  const end = Editor.end(editor, [0]);
  Transforms.select(editor, end);
  const images = pending.add(names.map(fileOf), end);
  const arrive = (name: string) => {
    const image = images.find(({ caption }) => caption === name)!;
    pending.insert(image, `Images/${name}.png`);
    pending.remove(image);
  };
  const shown = () =>
    [...Node.texts(editor)].flatMap((entry) =>
      pending
        .placesIn(entry)
        .map(({ anchor, pendingImages }) => [anchor.offset, ...pendingImages.map(({ caption }) => caption)]),
    );
  return { session, editor, pending, arrive, shown };
}

it.each([
  [['a', 'b', 'c'], 0],
  [['a', 'b', 'c'], 1],
  [['a', 'b', 'c'], 3],
  [['c', 'b', 'a'], 0],
  [['c', 'b', 'a'], 2],
  [['b', 'a', 'c'], 0],
  [['b', 'c', 'a'], 3],
])('images that arrive as %j, text typed after %d of them: all keep their order', (order, count) => {
  for (const before of ['Here: ', '']) {
    const { session, editor, arrive } = open(before, 'a', 'b', 'c');
    for (const name of order.slice(0, count)) arrive(name);
    editor.insertText('then');
    for (const name of order.slice(count)) arrive(name);
    editor.insertText('!');
    const images = ['a', 'b', 'c'].map((name) => `![${name}](Images/${name}.png)`);
    expect(session.print().trimEnd()).toBe(`${before}${images.join('')}then!`);
  }
});

it('an image that arrives leaves the selection where it is', () => {
  const { session, editor, arrive } = open('Here:\n\nThere.\n', 'a');
  const word = { anchor: { path: [1, 0], offset: 0 }, focus: { path: [1, 0], offset: 5 } };
  Transforms.select(editor, word);
  arrive('a');
  expect(editor.selection).toEqual(word);
  Transforms.deselect(editor);
  expect(session.print()).toBe('Here:![a](Images/a.png)\n\nThere.\n');
});

it('an image that has not arrived is shown at its place, and is no part of the text', () => {
  const { session, editor, pending, shown } = open('Here:\n', 'a', 'b');
  expect(shown()).toEqual([[5, 'a', 'b']]);
  Transforms.insertText(editor, 'Look ', { at: { path: [0, 0], offset: 0 } });
  expect(shown()).toEqual([[10, 'a', 'b']]);
  expect(session.print()).toBe('Look Here:\n');
  pending.remove(pending.getImages()[0]!);
  expect(shown()).toEqual([[10, 'b']]);
});

it('an image whose place was removed meanwhile is shown and inserted at the end of the note', () => {
  const { session, editor, arrive, shown } = open('Here:\n\nThere.\n', 'a');
  Transforms.removeNodes(editor, { at: [0] });
  expect(shown()).toEqual([[6, 'a']]);
  arrive('a');
  expect(session.print()).toBe('There.![a](Images/a.png)\n');
  const other = open('Here:\n\n```\ncode\n```\n', 'a');
  Transforms.removeNodes(other.editor, { at: [0] });
  other.arrive('a');
  expect(other.session.print()).toBe('```\ncode\n```\n\n![a](Images/a.png)\n');
});
