import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import type { SentMessage } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';
import { watchQueries } from './watch-queries.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  at.provider.script((answer) => {
    answer.text('Hello');
    answer.end();
  });
  const fact = { file_path: null, before: null, after: 'I like short answers' };
  expect((await at.me.fetch('/api/memory/facts', { method: 'PUT', json: fact })).status).toBe(204);
});
afterAll(() => at.stop());

/**
 * How often the service wrote to the database meanwhile. What a connection is given in one turn of the event loop goes
 * out together.
 */
async function writesOf(work: () => Promise<void>): Promise<number> {
  const inThisTurn = new Set<Client>();
  let writes = 0;
  await watchQueries(work, (client) => {
    if (client === at.sql || inThisTurn.has(client)) return;
    writes += 1;
    inThisTurn.add(client);
    queueMicrotask(() => process.nextTick(() => inThisTurn.delete(client)));
  });
  return writes;
}

const SAMPLES = 8;

/** The smallest of several numbers, because work in the background only adds to them. */
async function least(sample: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES; n++) samples.push(await sample());
  return Math.min(...samples);
}

it('S12 a message is answered with few round trips to the database', async () => {
  let conversation = 'new';
  const turn = () =>
    writesOf(async () => {
      const sent = await at.me.json<SentMessage>(`/api/conversations/${conversation}/messages`, {
        json: { text: 'hi' },
      });
      await at.me.follow(sent.run_id);
      conversation = sent.conversation_id;
    });
  const first = await least(() => ((conversation = 'new'), turn()));
  const later = await least(turn);
  expect({ first, later }).toEqual({ first: 10, later: 11 });
});

it('S12 CH-10 an answer in the response to its message is followed without reading its log', async () => {
  const streamed = async () => {
    const answer = await at.me.fetch('/api/conversations/new/messages/stream', { json: { text: 'hi' } });
    const events = (await answer.text()).matchAll(/^(?:id: (\d+)\n)?event: (.+)$/gm);
    const kinds = [...events].map(([, id, type]) => [id, type]).filter(([, type]) => type !== 'provisional');
    expect(kinds).toEqual([
      [undefined, 'sent'],
      ['1', 'run.started'],
      ['2', 'text.delta'],
      ['3', 'step.end'],
      ['4', 'run.end'],
    ]);
  };
  expect(await least(() => writesOf(streamed))).toBe(9);
});
