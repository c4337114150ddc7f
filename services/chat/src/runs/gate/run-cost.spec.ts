import { describe, expect, it } from '@jest/globals';
import { NANO_PER_DOLLAR } from '../../allowances/price.js';
import type { Expense, MeteredModel } from '../ports/spending-limit.js';
import type { Run } from '../store/runs.repository.js';
import { RunCost } from './run-cost.js';

const PRICE = { input: 10, output: 20 };
const model: MeteredModel = { payerId: 'p', price: PRICE, isLimited: false, thinking: 0 };
const UNUSED = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const limitOf = (
  dollars: number | undefined,
  more: Partial<Run> = {},
  { spent = [], ...priced }: Partial<MeteredModel> & { spent?: Expense[] } = {},
) => {
  const nano = dollars === undefined ? {} : { nano: dollars * NANO_PER_DOLLAR };
  const run = { budget: { steps: 60, calls: 200, ...nano }, ...UNUSED, ...more } as Run;
  return new RunCost(run, { model: { ...model, ...priced }, spent });
};
const step = { key: 's', unit: 'step', estimate: () => 800 } as const;

describe('the spending limit of a run', () => {
  it('shortens the answer to what is left, and ends where that says nothing', async () => {
    const limit = limitOf(0.03);
    // 800 tokens with a margin are 1,000 at 10 dollars a million: one cent; two cents are 1,000 tokens of an answer.
    const first = await limit.reserve(step);
    expect(first).toMatchObject({ maxOutputTokens: 1_000 });
    expect(await limit.reserve(step)).toEqual({ refused: expect.stringMatching(/at most \$0\.03/) });
    if ('refused' in first) throw new Error(first.refused);
    await first.settle({ input: 1_000, output: 100 });
    expect(await limit.reserve(step)).toMatchObject({ maxOutputTokens: 400 });
  });

  it('counts what the run has spent before it was resumed, and frees what was not spent', async () => {
    expect(await limitOf(0.03, { inputTokens: 2_000 }).reserve(step)).toMatchObject({ refused: expect.any(String) });
    const spent: Expense[] = [{ key: 'c', unit: 'call', nano: 0.02 * NANO_PER_DOLLAR }];
    expect(await limitOf(0.03, {}, { spent }).reserve(step)).toMatchObject({ refused: expect.any(String) });
    const limit = limitOf(0.03);
    const held = await limit.reserve(step);
    if ('refused' in held) throw new Error(held.refused);
    await held.release();
    expect(await limit.reserve(step)).toMatchObject({ maxOutputTokens: 1_000 });
  });

  it('counts cached input of steps before it was resumed at the price of cached input', async () => {
    // 2,000 tokens of input cost two cents, of which one is the price of what was not cached.
    const more = { inputTokens: 2_000, cacheReadTokens: 900, cacheWriteTokens: 100 };
    const price = { ...PRICE, cacheRead: 0, cacheWrite: 0 };
    expect(await limitOf(0.03, more, { price }).reserve(step)).toMatchObject({ maxOutputTokens: 500 });
    expect(await limitOf(0.03, more).reserve(step)).toHaveProperty('refused');
  });

  it('counts calls that have a price, and leaves those that have none', async () => {
    const limit = limitOf(0.03);
    const search = { key: 'c', unit: 'call', nano: 0.02 * NANO_PER_DOLLAR } as const;
    const first = await limit.reserve(search);
    expect(await limit.reserve(search)).toEqual({ refused: expect.stringMatching(/at most \$0\.03/) });
    expect(await limit.reserve({ key: 'd', unit: 'call' })).not.toHaveProperty('refused');
    // One cent is left, which the input of a step uses up.
    expect(await limit.reserve(step)).toHaveProperty('refused');
    if ('refused' in first) throw new Error(first.refused);
    await first.release();
    expect(await limit.reserve(step)).toMatchObject({ maxOutputTokens: 1_000 });
  });

  it('does not begin where no price is known, and binds nobody else', async () => {
    expect(await limitOf(1, {}, { price: undefined }).reserve(step)).toEqual({
      refused: expect.stringMatching(/price/),
    });
    for (const free of [limitOf(undefined), limitOf(1, {}, { payerId: undefined })])
      expect(await free.reserve(step)).not.toHaveProperty('refused');
    expect(await limitOf(0.000001).reserve({ key: 'c', unit: 'call' })).not.toHaveProperty('refused');
  });
});
