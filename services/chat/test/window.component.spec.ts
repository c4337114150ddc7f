/** Models with a small context window, which nobody knows at first. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { estimateTokens } from '../src/models/estimate.js';
import { type Harness, startHarness } from './harness.js';

const WINDOW = 8_000;
let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

/** A model that refuses what does not fit, like a local server. */
const small: Script = (answer, request) => {
  const tokens = estimateTokens(JSON.stringify(request.messages));
  if (tokens > WINDOW)
    return answer.status(400, {}, { error: { message: `the request exceeds the context size of ${WINDOW} tokens` } });
  answer.text('Understood. '.repeat(50));
  answer.end();
};

it('D12 a chat outgrows a window that nobody knew: it is learned once, and later answers need no refusal', async () => {
  at.provider.script(small);
  at.provider.requests.length = 0;
  const words = 'A sentence of the person with some words in it. '.repeat(120);
  let id = 'new';
  for (let n = 0; n < 12; n++) {
    const { sent, end } = await at.me.ask(`${n}: ${words}`, { id });
    expect(end).toMatchObject({ status: 'complete' });
    id = sent.conversation_id;
  }
  // One refusal, after which the window is known.
  expect(at.provider.requests).toHaveLength(13);
  const last = at.provider.requests.at(-1)!.request.messages;
  expect(JSON.stringify(last)).toContain('11: A sentence');
  expect(JSON.stringify(last)).toContain('left out because they do not fit');
  const models = await at.me.json<{ slug: string; context_window: number | null }[]>('/api/models/available');
  expect(models.find(({ slug }) => slug === 'big')!.context_window).toBeLessThan(2 * WINDOW);
});

it('D12 a message that does not fit by itself is refused with a sentence, once', async () => {
  at.provider.script(small);
  at.provider.requests.length = 0;
  const { end } = await at.me.ask('word '.repeat(40_000));
  expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('too long for this model') });
  expect(at.provider.requests).toHaveLength(1);
});
