import { expect, it } from '@jest/globals';
import { estimateTokens } from './estimate.js';

// Counts of the tokenizer o200k for the same text.
it.each([
  ['prose', 'The quick brown fox jumps over the lazy dog. '.repeat(100), 1_001],
  ['German', 'Größere Schiffe fahren über den Bodensee nach Österreich. '.repeat(100), 1_302],
  ['digits', '2026-11-25 14:36:02, 4821.50\n'.repeat(100), 1_900],
  ['hashes', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n'.repeat(20), 880],
  ['Chinese', '今天的天气非常好我们去公园散步'.repeat(100), 1_100],
])('%s is estimated within half and twice of what it is', (_name, text, tokens) => {
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThan(tokens / 2);
  expect(estimate).toBeLessThan(tokens * 2);
});

it.each(['a', ' ', '['])('a million of %j is estimated, too', (sign) => {
  expect(estimateTokens(sign.repeat(1_000_000))).toBeLessThanOrEqual(1_000_000);
});
