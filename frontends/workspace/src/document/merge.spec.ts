import { describe, expect, it } from '@jest/globals';
import { changedSpan, mergeText, mineName } from './merge';

const base = 'one\ntwo\nthree\nfour\nfive\n';

describe('joining two edits', () => {
  it('ED-11 edits of different lines are joined', () => {
    expect(mergeText({ base, mine: base.replace('one', 'ONE'), theirs: base.replace('five', 'FIVE') })).toEqual({
      clean: true,
      text: 'ONE\ntwo\nthree\nfour\nFIVE\n',
    });
    expect(mergeText({ base, mine: base + 'six\n', theirs: 'zero\n' + base })).toEqual({
      clean: true,
      text: 'zero\n' + base + 'six\n',
    });
  });

  it('ED-11 the same line changed twice is a clash, the same change is not', () => {
    expect(mergeText({ base, mine: base.replace('two', 'mine'), theirs: base.replace('two', 'theirs') })).toEqual({
      clean: false,
    });
    expect(mergeText({ base, mine: base.replace('two', 'same'), theirs: base.replace('two', 'same') })).toEqual({
      clean: true,
      text: base.replace('two', 'same'),
    });
  });

  it('ED-11 keeps bytes: no final newline, CRLF, empty texts', () => {
    expect(mergeText({ base: 'a\r\nb', mine: 'A\r\nb', theirs: 'a\r\nb' })).toEqual({ clean: true, text: 'A\r\nb' });
    expect(mergeText({ base: '', mine: '', theirs: 'x' })).toEqual({ clean: true, text: 'x' });
  });

  it('ED-11 only the changed span is replaced', () => {
    expect(changedSpan('hello world', 'hello there world')).toEqual({ from: 6, to: 6, insert: 'there ' });
    expect(changedSpan('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
    expect(changedSpan('same', 'same')).toBeNull();
    for (const [before, after] of [
      ['', 'x'],
      ['abcabc', 'abc'],
      ['xy', 'yx'],
      ['aab', 'aaab'],
    ] as const) {
      const span = changedSpan(before, after)!;
      expect(before.slice(0, span.from) + span.insert + before.slice(span.to)).toBe(after);
    }
  });

  it('ED-11 keep both finds a free name', () => {
    expect(mineName('notes.md', [])).toBe('notes (mine).md');
    expect(mineName('notes.md', ['notes (mine).md'])).toBe('notes (mine 2).md');
    expect(mineName('Makefile', [])).toBe('Makefile (mine)');
  });
});
