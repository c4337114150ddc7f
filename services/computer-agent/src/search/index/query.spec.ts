import { describe, expect, it } from '@jest/globals';
import { findInText, marksInName } from './marks.js';
import { matchOf, parseQuery } from './query.js';
import { indexable, tokensOf } from './tokens.js';

const match = (query: string) => matchOf(parseQuery(query));
const marksOf = (text: string, query: string) =>
  findInText(text, parseQuery(query), 3).lines.flatMap(({ text: line, marks }) =>
    marks.map(({ from, to }) => line.slice(from, to)),
  );

describe('words of a text', () => {
  it.each([
    ['remainingBudget_of two', 'remaining Budget_of two'],
    ['天気は', '天気 気は は'],
    ['a天気b', 'a 天気 気 b'],
    ['ラーメン2杯', 'ラー ーメ メン ン 2 杯'],
    ['Cafe\u0301', 'Café'],
  ])('%j is indexed as %j', (text, expected) => {
    expect(indexable(text).trim().replace(/\s+/g, ' ')).toBe(expected);
  });

  it('every word has its place in the text', () => {
    const text = 'Ünïted 天気 fooBar 𠮷野家';
    for (const { from, to, cjk, word } of tokensOf(text)) {
      expect(from).toBeLessThan(to);
      if (cjk) expect(text.slice(from, to)).toBe(word);
    }
  });
});

describe('a query', () => {
  it.each([
    ['kyoto bud', '"kyoto" * AND "bud" *'],
    ['"red apple"', '"red apple"'],
    ['“red apple', '"red apple"'],
    ['apple -pear', '("apple" *) NOT ("pear" *)'],
    ['天気は', '"天気 気は"'],
    ['契', '"契" *'],
    ['a.b("c")', '"a b c" *'],
    ['NEAR(x y)', '"near x" * AND "y" *'],
    ['-only', null],
    ['"*" ()', null],
  ])('%j means %j', (query, expected) => {
    expect(match(query)).toBe(expected);
  });

  it('has bounded words, however long it is', () => {
    expect(parseQuery('a '.repeat(400)).wanted.length).toBeLessThanOrEqual(12);
    expect(parseQuery(`"${'a '.repeat(400)}"`).wanted[0]!.words.length).toBeLessThanOrEqual(24);
  });
});

describe('marks', () => {
  it.each([
    ['The Kyoto budget', 'kyoto budg', ['Kyoto budg']],
    ['budget in Kyoto', 'kyoto budg', ['budg', 'Kyoto']],
    ['Café au lait', 'cafe', ['Café']],
    ['remainingBudget', 'budget', ['Budget']],
    ['今日の天気は晴れ', '天気', ['天気']],
    ['no such thing', 'kyoto', []],
    ['a cat and an abacus', 'a cat', ['a cat']],
    ['Vitamin C can cure', 'vitamin c', ['Vitamin C']],
    ['a cat and an abacus', 'a', ['a', 'a', 'a', 'a']],
    ['a (b) [c] *d*', '"*d*"', ['d']],
  ])('in %j for %j are %j', (text, query, expected) => {
    expect(marksOf(text, query)).toEqual(expected);
  });

  it.each([
    ['Vitamin C facts.md', ['vitamin', 'c'], ['Vitamin C']],
    ['Abacus.md', ['a'], ['A', 'a']],
    ['My abacus.md', ['my', 'bac'], ['My', 'bac']],
  ])('in the name %j for %j are %j', (name, words, expected) => {
    expect(marksInName(name, words).map(({ from, to }) => name.slice(from, to))).toEqual(expected);
  });

  it('the shown part of a long line begins before its first mark and never splits a character', () => {
    const [line] = findInText(`${'😀'.repeat(200)} needle ${'x'.repeat(500)}`, parseQuery('needle'), 1).lines;
    expect(line!.text.isWellFormed()).toBe(true);
    expect(line!.marks.map(({ from, to }) => line!.text.slice(from, to))).toEqual(['needle']);
    expect(line!.text.length).toBeLessThanOrEqual(250);
  });
});
