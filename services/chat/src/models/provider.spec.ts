import { expect, it } from '@jest/globals';
import { costOf } from '../allowances/price.js';
import { priceOf } from './provider.js';

const PRICE = { input: 3, output: 15 };
const used = { input: 100_000, output: 1_000, cached: { read: 80_000, written: 10_000 } };

it.each([
  ['anthropic', 'claude-sonnet-4-5', 10_000 * 3 + 80_000 * 0.3 + 10_000 * 3.75],
  ['openai', 'gpt-5', 20_000 * 3 + 80_000 * 0.3],
  ['openai', 'gpt-5-pro', 100_000 * 3],
  ['openai', 'gpt-4.1', 20_000 * 3 + 80_000 * 0.75],
  ['openai', 'gpt-4o', 20_000 * 3 + 80_000 * 1.5],
  ['google', 'gemini-2.5-flash', 20_000 * 3 + 80_000 * 0.3],
  ['xai', 'grok-4', 20_000 * 3 + 80_000 * 0.75],
  ['openai-compatible', 'any', 100_000 * 3],
] as const)('input in the cache of %s costs what it charges for it: %s', (kind, slug, micro) => {
  const nano = costOf(priceOf(kind, { slug, price: PRICE }), used);
  expect(Math.abs(nano - (micro + 1_000 * 15) * 1_000)).toBeLessThanOrEqual(1);
});

it('a price that the provider names for its cache counts more than the usual one', () => {
  const price = { ...PRICE, cacheRead: 1, cacheWrite: 2 };
  expect(costOf(priceOf('anthropic', { slug: 'claude', price }), used)).toBe(145_000_000);
  expect(costOf(undefined, used)).toBe(0);
});
