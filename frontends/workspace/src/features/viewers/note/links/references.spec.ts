import { expect, it } from '@jest/globals';
import { Element, Node } from 'slate';
import type { ImageNode, LinkNode } from '../model/nodes';
import { NoteSession } from '../note-session';
import { addressOf } from './references';

/** The addresses of all links and images of a note. */
function addressesIn(text: string): (string | null)[] {
  const { editor } = new NoteSession(text);
  return [...Node.elements(editor)].flatMap(([node]) =>
    Element.isElement(node) && (node.type === 'link' || node.type === 'image')
      ? [addressOf(editor, node as unknown as LinkNode | ImageNode)]
      : [],
  );
}

it.each([
  ['a full reference', '[text][Ref]\n\n[ref]: https://a.org/x "Title"\n', ['https://a.org/x']],
  ['a collapsed one', '[The  Page][]\n\n[the page]: <my page.md>\n', ['my page.md']],
  ['an image', '![alt][boat] and ![Boat][]\n\n[boat]: boat.png\n', ['boat.png', 'boat.png']],
  ['a shortcut of an image', '![boat]\n\n[boat]: boat.png\n', ['boat.png']],
  ['an address of its own', '[a](b.md)\n\n[a]: c.md\n', ['b.md']],
  ['the first of two definitions', '[x][a]\n\n[a]: one.md\n[a]: two.md\n', ['one.md']],
  ['a definition in a quotation', '[x][a]\n\n> [a]: one.md\n', ['one.md']],
  ['no definition', '[x][gone]\n', [null]],
])('%s', (_what, text, addresses) => expect(addressesIn(text)).toEqual(addresses));

it('follows a definition that is edited', () => {
  const { editor } = new NoteSession('[x][a]\n\n[a]: one.md\n');
  const [link] = [...Node.elements(editor)].find(([node]) => Element.isElement(node) && node.type === 'link')!;
  const address = () => addressOf(editor, link as unknown as LinkNode);
  expect(address()).toBe('one.md');
  editor.select({ path: [1, 0], offset: '[a]: '.length });
  editor.insertText('twenty-');
  expect(address()).toBe('twenty-one.md');
});
