import { expect, it } from '@jest/globals';
import { titleOf } from './title.js';

it.each([
  ['# Plan *the* `trip`', 'Plan the trip'],
  ['> quoted\n_really_', 'quoted really'],
  ['Rename my_file_name to file-1', 'Rename my_file_name to file-1'],
  ['C# or F#, and is 2 > 1?', 'C# or F#, and is 2 > 1?'],
  ['__init__ of issue #5', 'init of issue #5'],
  ['## ** ', null],
])('CH-06 the title of %j keeps words whole', (text, title) => {
  expect(titleOf(text)).toBe(title);
});
