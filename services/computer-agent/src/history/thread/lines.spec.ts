import { describe, expect, it } from '@jest/globals';
import { countPair } from './lines.js';

const lines = (text: string) => text.split('');

describe('counts of lines', () => {
  it.each([
    ['', '', 0, 0],
    ['', 'abc', 3, 0],
    ['abc', '', 0, 3],
    ['abc', 'abc', 0, 0],
    ['abc', 'abxc', 1, 0],
    ['abcd', 'ad', 0, 2],
    ['abc', 'axc', 1, 1],
    ['aaa', 'aa', 0, 1],
    ['aba', 'abba', 1, 0],
    ['abcdef', 'acbdxf', 2, 2],
  ])('from %j to %j: +%i −%i', (before, after, added, removed) => {
    expect(countPair(lines(before), lines(after))).toEqual({ added, removed });
  });

  it('are absent where a version has no text', () => {
    expect(countPair(null, ['a'])).toBeNull();
    expect(countPair(['a'], null)).toBeNull();
  });

  it('are absent where texts take too long to compare', () => {
    const text = (seed: number) => Array.from({ length: 100_000 }, (_none, at) => `${seed}-${at * 7}`);
    const mixed = text(1).flatMap((line, at) => (at % 2 ? [line] : [`${line}x`, `y${at}`]));
    expect(countPair(text(1), mixed)).toBeNull();
  });
});
