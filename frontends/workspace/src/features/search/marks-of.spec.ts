import { describe, expect, it } from '@jest/globals';
import { marksOf } from './marks-of';

describe('marks of a query in a text', () => {
  it.each([
    [
      'Kyoto and kyoto',
      'KYOTO',
      [
        [0, 5],
        [10, 15],
      ],
    ],
    ['a (b) [c]', '(b)', [[2, 5]]],
    ['a.b', 'x', []],
    ['text', '', []],
    ['İstanbul', 'stan', [[1, 5]]],
  ])('in %j for %j are %j', (text, query, expected) => {
    expect(marksOf(text, query)).toEqual(expected);
  });
});
