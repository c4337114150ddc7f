import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Harness, startHarness } from './harness.js';
import { askScripted } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ limits: { ZO_MODEL_IDLE_MS: '3000', ZO_MODEL_PATIENCE_MS: '60000' } });
});
afterAll(() => at.stop());

it('D12 a provider that sends keep-alives is waited for', async () => {
  // Together they last longer than the silence that is allowed.
  let beats = 0;
  const { text, end } = await askScripted(at, (answer) => {
    const beat = setInterval(() => {
      answer.raw(': still here\n\n');
      if (++beats < 40) return;
      clearInterval(beat);
      answer.text('fine');
      answer.end();
    }, 100);
  });
  expect([text, end.status]).toEqual(['fine', 'complete']);
});
