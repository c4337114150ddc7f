import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { ChatClient } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';

const AT_ONCE = 10;
let at: Harness;
/** Requests the provider has received but not answered yet, by the text of the user's message. */
const open: { text: string; answer: Answer }[] = [];

beforeAll(async () => {
  // Long timeouts, because the provider stays silent until the test lets it answer.
  at = await startHarness({ limits: { ZO_MODEL_IDLE_MS: '600000', ZO_RUN_MAX_MS: '600000' } });
  at.provider.script((answer, { messages }) => {
    const words = messages.map(({ content }) => JSON.stringify(content)).join(' ');
    const text = /question \d+/.exec(words)?.[0];
    // A connection test or a title request.
    if (text === undefined) return answer.end();
    open.push({ text, answer });
  });
});
afterAll(() => at.stop());

const end = (index: number) => {
  const { answer } = open[index]!;
  answer.text('done');
  answer.end();
};
const questions = () => open.map(({ text }) => text);

describe('concurrent runs of one user', () => {
  it(`S12 of 12 runs ${AT_ONCE} execute concurrently and the others wait in order`, async () => {
    const sent = [];
    for (let n = 1; n <= 12; n++) sent.push(await at.me.send(`question ${n}`));
    await eventually(() => questions().length >= AT_ONCE);
    // Another user is not blocked, although their request comes after these.
    const other = new ChatClient(at.service, crypto.randomUUID());
    await other.useProvider(at.provider.url);
    await other.send('question 100');
    await eventually(() => questions().includes('question 100'));
    expect(questions().filter((text) => text !== 'question 100')).toHaveLength(AT_ONCE);
    end(open.findIndex(({ text }) => text === 'question 3'));
    await eventually(() => questions().includes('question 11'));
    expect(questions()).not.toContain('question 12');
    // A waiting run can be stopped, and the next one still gets its slot.
    await at.me.fetch(`/api/runs/${sent[11]!.run_id}/stop`, { method: 'POST' });
    expect((await at.me.follow(sent[11]!.run_id)).end.status).toBe('stopped');
    const last = await at.me.send('question 13');
    end(open.findIndex(({ text }) => text === 'question 4'));
    await eventually(() => questions().includes('question 13'));
    end(open.findIndex(({ text }) => text === 'question 13'));
    expect((await at.me.follow(last.run_id)).end.status).toBe('complete');
  });
});
