import { expect, it } from '@jest/globals';
import { titleOf, withoutMarks } from './title.js';

it.each([
  ['# Plan *the* `trip`', 'Plan the trip'],
  ['> quoted\n_really_', 'quoted really'],
  ['Rename my_file_name to file-1', 'Rename my_file_name to file-1'],
  ['C# or F#, and is 2 > 1?', 'C# or F#, and is 2 > 1?'],
  ['__init__ of a__b and issue #5', 'init of a__b and issue #5'],
  ['\n'.repeat(200_000) + 'late', 'late'],
  ['## ** ', null],
])('CH-06 the title of %j keeps words whole', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

it('CH-13 marks are removed in time that grows with the text', () => {
  for (const part of ['\n', '_', 'a_', '#', '> ', ' ']) expect(withoutMarks(part.repeat(300_000))).toBeDefined();
});
