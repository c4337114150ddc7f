import { expect, it } from '@jest/globals';
import { WholeCharacters } from './whole-characters.js';

it.each([
  [['\u{1F44B}!'], ['\u{1F44B}!']],
  [
    ['a\ud83d', '\udc4b!'],
    ['a', '\u{1F44B}!'],
  ],
  [['\ud83d', '', '\udc4b'], ['\u{1F44B}']],
  [['end\ud83d'], ['end', '\ud83d']],
])('%j arrives as %j', (pieces, expected) => {
  const seen: string[] = [];
  const whole = new WholeCharacters((text) => seen.push(text));
  for (const piece of pieces) whole.write(piece);
  whole.end();
  expect(seen).toEqual(expected);
});
