import { expect, it } from '@jest/globals';
import { newest } from './history.js';

it.each([
  ['all of few', [4, 10, 6], [0, 1, 2]],
  ['no part of a message', [4, 10, 7], [2]],
  ['ten at a time', [10, 10, 1], [1, 2]],
  ['the same as before for nine more', [10, 10, 9], [1, 2]],
  ['the last, however many it has', [1, 31], [1]],
])('of the pictures of a branch the newest are shown: %s', (_name, counts, shown) => {
  const ids = counts.map((_count, at) => String(at));
  const chosen = newest(new Map(counts.map((count, at) => [String(at), count])), ids);
  expect([...chosen]).toEqual(shown.map(String));
});
