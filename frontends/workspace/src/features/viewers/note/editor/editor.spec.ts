import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Editor, Transforms } from 'slate';
import { linkAddress, linkSelection } from '../links/links';
import { NoteSession } from '../note-session';
import { indent, toggleChecked, toggleHeading, toggleList, toggleQuote } from './blocks';
import { runKey } from './keys';
import { toggleMark } from './marks';
import type { NoteEditor } from './types';
import { insertMarkdown } from './with-paste';

let session: NoteSession;
let editor: NoteEditor;

/** Opens a text with the cursor where '‸' is in it. */
function open(text: string): void {
  const at = text.indexOf('‸');
  session = new NoteSession(text.replace('‸', at < 0 ? '' : '\u241f'));
  editor = session.editor;
  for (const [node, path] of Editor.nodes(editor, { at: [], match: (found) => 'text' in found })) {
    const offset = 'text' in node ? node.text.indexOf('\u241f') : -1;
    if (offset < 0) continue;
    Transforms.select(editor, { path, offset: offset + 1 });
    editor.deleteBackward('character');
  }
  // The file has no such sign: what follows edits the note as it was read.
  const { selection } = editor;
  session = new NoteSession(text.replace('‸', ''));
  editor = session.editor;
  if (selection) Transforms.select(editor, selection);
  else Transforms.select(editor, Editor.start(editor, []));
}
const type = (text: string) => [...text].forEach((character) => editor.insertText(character));
const press = (key: string, shiftKey = false) =>
  runKey(editor, { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false });
const shortcut = (key: string, shiftKey = false) =>
  runKey(editor, { key, shiftKey, ctrlKey: true, metaKey: false, altKey: false });
const select = (text: string) => {
  for (const [node, path] of Editor.nodes(editor, { at: [], match: (found) => 'text' in found })) {
    const offset = 'text' in node ? node.text.indexOf(text) : -1;
    if (offset < 0) continue;
    const anchor = { path, offset };
    return Transforms.select(editor, { anchor, focus: { path, offset: offset + text.length } });
  }
  throw new Error(`no ${text}`);
};

describe('typing in a note', () => {
  it('Enter splits a paragraph; the rest of the file stays', () => {
    open('# A\n\none‸ two\n\n* x\n');
    editor.insertBreak();
    expect(session.print()).toBe('# A\n\none\n\ntwo\n\n* x\n');
  });

  it('Enter at the end of a heading starts a paragraph', () => {
    open('# A‸\n');
    editor.insertBreak();
    type('b');
    expect(session.print()).toBe('# A\n\nb\n');
  });

  it('Enter in a list starts the next item, with the next number or an open box', () => {
    open('1. a‸\n2. b\n');
    editor.insertBreak();
    type('new');
    expect(session.print()).toBe('1. a\n2. new\n2. b\n');
    open('- [x] a‸\n');
    editor.insertBreak();
    type('b');
    expect(session.print()).toBe('- [x] a\n- [ ] b\n');
  });

  it('Enter in an empty item leaves the list; Backspace at its start too', () => {
    open('- a‸\n');
    editor.insertBreak();
    editor.insertBreak();
    type('b');
    expect(session.print()).toBe('- a\n\nb\n');
    open('- a\n- ‸b\n');
    editor.deleteBackward('character');
    expect(session.print()).toBe('- a\n\nb\n');
  });

  it('Enter at the start of a block moves it down as it is written', () => {
    open('a\n\n‸b  *c*\n');
    editor.insertBreak();
    expect(session.print()).toBe('a\n\nb  *c*\n');
  });

  it('Enter in code is a line end; Shift+Enter in a paragraph too', () => {
    open('```js\na‸\n```\n');
    editor.insertBreak();
    type('b');
    expect(session.print()).toBe('```js\na\nb\n```\n');
    open('a‸\n');
    editor.insertSoftBreak();
    type('b');
    expect(session.print()).toBe('a\nb\n');
  });

  it('Tab makes an item one of the item before it, and Shift+Tab takes it out again', () => {
    open('- a\n- b‸\n');
    expect(press('Tab')).toBe(true);
    expect(session.print()).toBe('- a\n  - b\n');
    press('Tab', true);
    expect(session.print()).toBe('- a\n- b\n');
    expect(indent(editor, 'out')).toBe(true);
    expect(session.print()).toBe('- a\n\nb\n');
  });

  it.each([
    ['# ', '# b\n'],
    ['### ', '### b\n'],
    ['- ', '- b\n'],
    ['1. ', '1. b\n'],
    ['[] ', '- [ ] b\n'],
    ['> ', '> b\n'],
  ])('typed %s at the start of a paragraph becomes its block', (typed, expected) => {
    open('‸\n');
    type(`${typed}b`);
    expect(session.print().trimStart()).toBe(expected);
  });

  it.each([
    ['- ', '- a\n- b\n'],
    ['* ', '- a\n- b\n'],
    ['1. ', '1. a\n2. b\n'],
    ['[ ] ', '- [ ] a\n- [ ] b\n'],
    ['> ', '> a\n>\n> b\n'],
  ])('typed %s again in the line that Enter has begun changes nothing', (typed, expected) => {
    open('‸\n');
    type(`${typed}a`);
    editor.insertBreak();
    type(`${typed}b`);
    expect(session.print().trimStart()).toBe(expected);
  });

  it('three backticks and Enter become a code block, three dashes a line', () => {
    open('');
    type('```js');
    editor.insertBreak();
    type('a');
    expect(session.print()).toBe('```js\na\n```\n');
    open('');
    type('---');
    editor.insertBreak();
    type('a');
    expect(session.print()).toBe('---\n\na\n');
  });

  it('undo brings the file back byte for byte', () => {
    const text = '* a\n*  b _c_\n\n|x|y|\n|-|-|\n|1|2|\n';
    open(text.replace('_c_', '‸_c_'));
    type('more ');
    editor.insertBreak();
    while (editor.history.undos.length > 0) editor.undo();
    expect(session.print()).toBe(text);
  });

  it('Tab goes through the cells of a table and adds a row after the last one', () => {
    open('| a | b |\n|---|---|\n| 1 | 2 |\n');
    select('2');
    press('Tab');
    type('3');
    press('Tab');
    type('4');
    expect(session.print()).toBe('| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n');
  });
});

describe('formats', () => {
  beforeEach(() => open('one two three\n'));

  it.each([
    ['b', false, 'one **two** three\n'],
    ['i', false, 'one *two* three\n'],
    ['s', true, 'one ~~two~~ three\n'],
    ['h', true, 'one ==two== three\n'],
    ['e', false, 'one `two` three\n'],
  ])('ED-09 Ctrl+%s (with Shift: %s) marks the selected text, and removes the mark again', (key, shift, expected) => {
    select('two');
    expect(shortcut(key, shift)).toBe(true);
    expect(session.print()).toBe(expected);
    shortcut(key, shift);
    expect(session.print()).toBe('one two three\n');
  });

  it('ED-02 headings, lists and quotes are set and taken back', () => {
    toggleHeading(editor, 2);
    expect(session.print()).toBe('## one two three\n');
    toggleHeading(editor, 2);
    for (const [kind, text] of [
      ['bullet', '- one two three\n'],
      ['ordered', '1. one two three\n'],
      ['check', '- [ ] one two three\n'],
    ] as const) {
      toggleList(editor, kind);
      expect(session.print()).toBe(text);
    }
    toggleChecked(editor, [0], true);
    expect(session.print()).toBe('- [x] one two three\n');
    toggleList(editor, 'check');
    toggleQuote(editor);
    expect(session.print()).toBe('> one two three\n');
    toggleQuote(editor);
    expect(session.print()).toBe('one two three\n');
  });

  it('ED-02 selected paragraphs become one list', () => {
    open('a\n\nb\n\nc\n');
    Transforms.select(editor, { anchor: Editor.start(editor, [0]), focus: Editor.end(editor, [2]) });
    toggleList(editor, 'ordered');
    expect(session.print()).toBe('1. a\n\n2. b\n\n3. c\n');
  });

  it('a mark over a part of a word is written with asterisks', () => {
    select('wo');
    toggleMark(editor, 'italic');
    expect(session.print()).toBe('one t*wo* three\n');
  });
});

describe('links', () => {
  it('ED-05 addresses without a scheme become https, unsafe and invalid ones are refused', () => {
    expect(linkAddress('example.com/a')).toBe('https://example.com/a');
    expect(linkAddress(' http://a.b ')).toBe('http://a.b');
    expect(linkAddress('mailto:a@b.c')).toBe('mailto:a@b.c');
    for (const address of [
      'javascript:alert(1)',
      'JavaScript:x',
      ' data:text/html,x',
      'vbscript:x',
      'file:///etc',
      'java\nscript:x',
    ])
      expect([address, linkAddress(address)]).toEqual([address, undefined]);
    expect(linkAddress('not an address')).toBeUndefined();
    expect(linkAddress('')).toBeUndefined();
  });

  it('ED-05 the selected text becomes a link; an empty address removes it', () => {
    open('see here now\n');
    select('here');
    expect(linkSelection(editor, 'example.com')).toBe(true);
    expect(session.print()).toBe('see [here](https://example.com) now\n');
    select('here');
    expect(linkSelection(editor, '')).toBe(true);
    expect(session.print()).toBe('see here now\n');
    select('here');
    expect(linkSelection(editor, 'exa mple')).toBe(false);
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(linkSelection(editor, 'javascript:x')).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    expect(session.print()).toBe('see here now\n');
  });

  it('ED-05 an address pasted over a selection makes a link of it', () => {
    open('see here now\n');
    select('here');
    insertMarkdown(editor, 'https://example.com/a?b=c');
    expect(session.print()).toBe('see [here](https://example.com/a?b=c) now\n');
  });
});

describe('pasting', () => {
  it('ED-07 pasted Markdown becomes blocks, a single paragraph becomes text', () => {
    open('one‸ two\n');
    insertMarkdown(editor, ' **and**');
    expect(session.print()).toBe('one **and** two\n');
    open('one‸\n');
    insertMarkdown(editor, '# T\n\n- a\n- b\n');
    expect(session.print()).toBe('one\n\n# T\n\n- a\n- b\n');
  });

  it('pasted into code, Markdown is text', () => {
    open('```\na‸\n```\n');
    insertMarkdown(editor, '\n# b\r\n**c**');
    expect(session.print()).toBe('```\na\n# b\n**c**\n```\n');
  });
});

describe('another text of the open note', () => {
  it('shows the change and keeps the cursor and what was typed', () => {
    open('a\n\nb‸\n\nc\n');
    type('!');
    const mine = session.print();
    expect(mine).toBe('a\n\nb!\n\nc\n');
    session.take('new\n\na\n\nb!\n\nc changed\n');
    expect(editor.selection?.anchor.path[0]).toBe(2);
    type('?');
    expect(session.print()).toBe('new\n\na\n\nb!?\n\nc changed\n');
  });
});
