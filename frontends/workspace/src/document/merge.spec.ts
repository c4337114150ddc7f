import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mineName } from './conflict-copy';
import { changedSpan, mergeText } from './merge';

const base = 'one\ntwo\nthree\nfour\nfive\n';

describe('merging two edits', () => {
  it('ED-11 edits of different lines are merged', () => {
    expect(mergeText({ base, mine: base.replace('one', 'ONE'), theirs: base.replace('five', 'FIVE') })).toEqual({
      clean: true,
      text: 'ONE\ntwo\nthree\nfour\nFIVE\n',
    });
    expect(mergeText({ base, mine: base + 'six\n', theirs: 'zero\n' + base })).toEqual({
      clean: true,
      text: 'zero\n' + base + 'six\n',
    });
  });

  it('ED-11 the same line changed twice is a conflict, the same change is not', () => {
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

  it('ED-11 two edits of 13,000 equal lines are merged', () => {
    const lines = new Array<string>(13_000).fill('same\n');
    const edited = (at: number, text: string) => lines.with(at, text).join('');
    expect(
      mergeText({ base: lines.join(''), mine: edited(100, 'mine\n'), theirs: edited(12_000, 'theirs\n') }),
    ).toEqual({ clean: true, text: lines.with(100, 'mine\n').with(12_000, 'theirs\n').join('') });
  });

  it('ED-11 a large insertion and an edit elsewhere are merged', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `${index}\n`);
    const base = lines.join('');
    expect(mergeText({ base, mine: base + base, theirs: `first\n${base}` })).toEqual({
      clean: true,
      text: `first\n${base}${base}`,
    });
  });

  it('ED-11 a clean merge holds every line of both edits', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n');
    const edit = fc.record({
      at: fc.nat(12),
      remove: fc.nat(2),
      insert: fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }),
    });
    const apply = (
      base: string[],
      mark: string,
      { at, remove, insert }: { at: number; remove: number; insert: string[] },
    ) => base.toSpliced(at, remove, ...insert.map((text) => `${mark}${text.replaceAll('\n', '')}\n`)).join('');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), edit, edit, (base, own, foreign) => {
        const [mine, theirs] = [apply(base, '+', own), apply(base, '-', foreign)];
        const merge = mergeText({ base: base.join(''), mine, theirs });
        if (!merge.clean) return;
        const kept = merge.text.split('\n');
        for (const text of [
          ...mine.split('\n').filter((one) => one.startsWith('+')),
          ...theirs.split('\n').filter((one) => one.startsWith('-')),
        ])
          expect(kept).toContain(text);
      }),
    );
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

  it('ED-11 keeping both finds a free name', () => {
    expect(mineName('notes.md', [])).toBe('notes (mine).md');
    expect(mineName('notes.md', ['notes (mine).md'])).toBe('notes (mine 2).md');
    expect(mineName('Makefile', [])).toBe('Makefile (mine)');
  });
});
