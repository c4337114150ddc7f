import { expect, it } from '@jest/globals';
import { Editor, Node, type Range } from 'slate';
import { NoteSession } from '../note-session';
import { inlineHtmlIn } from './inline-html';

/** The texts of the first block that have a look, with it. */
function looksIn(text: string): (readonly [string, object])[] {
  const { editor } = new NoteSession(text);
  return [...Node.nodes(editor)].flatMap(([node, path]) =>
    inlineHtmlIn([node, path]).map(({ anchor, focus, ...look }) => {
      expect(anchor.path).toEqual(focus.path);
      return [Editor.string(editor, { anchor, focus } satisfies Range), look] as const;
    }),
  );
}

it.each([
  ['H<sub>2</sub>O', [['2', { 'html:sub': true }]]],
  [
    '<kbd>Ctrl</kbd>+<kbd>S</kbd>',
    [
      ['Ctrl', { 'html:kbd': true }],
      ['S', { 'html:kbd': true }],
    ],
  ],
  [
    'a <b>b *c* d</b>',
    [
      ['b ', { 'html:b': true }],
      ['c', { 'html:b': true }],
      [' d', { 'html:b': true }],
    ],
  ],
  [
    '<b>a <i>b</i></b>',
    [
      ['b', { 'html:i': true }],
      ['a ', { 'html:b': true }],
      ['<i>', { 'html:b': true }],
      ['b', { 'html:b': true }],
      ['</i>', { 'html:b': true }],
    ],
  ],
  ['# A <small>b</small>', [['b', { 'html:small': true }]]],
  [
    '<u>a [b](c.md)</u>',
    [
      ['a ', { 'html:u': true }],
      ['b', { 'html:u': true }],
    ],
  ],
  ['| a |\n| - |\n| x<br>y |', [['<br>', { 'html:br': true }]]],
  ['a<br/>b', [['<br/>', { 'html:br': true }]]],
  ['a<br>\nb', []],
  ['a<br>', []],
  ['see <a href="b.md?x=1&amp;y=2" onclick="x">b</a>', [['b', { 'html:a': 'b.md?x=1&y=2' }]]],
  ['<a name="x"></a>Text', []],
  ['no <b>end', []],
  ['no start</b>', []],
  ['<blink>a</blink>', []],
  ['`<b>`a`</b>`', []],
  ['\\<b>a</b>', []],
  ['a < b and c > d', []],
] as const)('%s', (text, looks) => expect(looksIn(`${text}\n`)).toEqual(looks));

it('reads a bounded number of tags', () => expect(looksIn(`a ${'<b>c</b> '.repeat(20_000)}\n`)).toHaveLength(500));
