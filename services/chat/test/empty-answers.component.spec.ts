/** Answers of which the last step says nothing. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, calls } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const nothing = (answer: Answer) => answer.end();
const thoughts = (answer: Answer) => {
  answer.thought('Hm.');
  answer.end();
};

it('D12 an answer of nothing says so', async () => {
  const { end } = await askScripted(at, nothing);
  expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('answered nothing') });
});

it.each([
  ['nothing', nothing],
  ['nothing but thoughts', thoughts],
])('D12 %s after a call that worked says that its work is done', async (_what, last) => {
  const { end, parts } = await askScripted(at, calls('run_bash_command', { cmd: 'echo done' }), last);
  expect(parts[0]).toMatchObject({ type: 'tool', state: 'done' });
  expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('did what is shown above') });
});
