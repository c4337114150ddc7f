import { expect, it } from '@jest/globals';
import { htmlOf, MAX_PIECE, piecesOf } from './pieces.js';

it('pieces lose nothing but blanks, split no character, and HTML of others stays text', () => {
  for (const text of ['😀'.repeat(5_000), 'x'.repeat(9_000), 'a word '.repeat(3_000), '', '\n\n']) {
    const pieces = piecesOf(text);
    expect(pieces.every((piece) => piece.length <= MAX_PIECE && piece.isWellFormed())).toBe(true);
    expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  }
  expect(htmlOf('<b onclick="x">a</b> [x](javascript:alert) ![p](https://a.test/p.png)', 'https://zo.test')).toBe(
    '&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt; x p',
  );
  // Half a block of code.
  expect(htmlOf('```\nls', 'https://zo.test')).toBeUndefined();
});
