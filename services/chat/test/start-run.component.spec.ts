import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConversationsRepository } from '../src/origins/chat/conversations/conversations.repository.js';
import { eventually } from '@zo/testing';
import type { SentMessage } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';
import { TestOrigin } from './test-origin.js';

let at: Harness;
let origin: TestOrigin;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  origin = new TestOrigin(at);
});
afterAll(() => at.stop());

const countOf = async (table: string) =>
  (await at.sql.query<{ count: number }>(`select count(*)::int as count from chat.${table}`)).rows[0]!.count;

const answerOnce = (text = 'done') =>
  at.provider.script((answer) => {
    answer.text(text);
    answer.end();
  });

describe('a run of any origin', () => {
  it("sends the origin's context to the model, calls tools, and reports its end to the origin", async () => {
    at.provider.script(
      (answer) => {
        answer.call('c1', 'create_or_rewrite_file', { target_file: 'report.md', content: 'all is well\n' });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.text('The report is written.');
        answer.end();
      },
    );
    const before = at.provider.requests.length;
    const { run, created } = await origin.start('monday');
    expect(created).toBe(true);
    const { text, end } = await at.me.follow(run.id);
    expect(text).toBe('The report is written.');
    expect(end).toMatchObject({ status: 'complete', receipt: { files: [{ path: ['report.md'], change: 'created' }] } });
    expect(JSON.stringify(at.provider.requests[before])).toContain('the daily report');
    expect(origin.written).toEqual(['report.md']);
    expect(origin.ends.map(({ run: { originId }, end: { text } }) => [originId, text])).toEqual([
      ['monday', 'The report is written.'],
    ]);
    expect(await at.me.json(`/api/runs/${run.id}/undo`, { json: {} })).toMatchObject({
      restored: 1,
    });
    expect(origin.announced).toEqual(['complete', 'undone']);
  });

  it('starts once per key of a user, for two concurrent requests and one after the end', async () => {
    answerOnce();
    const before = { requests: at.provider.requests.length, runs: await countOf('runs') };
    const started = await Promise.all([origin.start('tuesday'), origin.start('tuesday')]);
    expect(started.map(({ created }) => created).sort()).toEqual([false, true]);
    expect(started[0]!.run.id).toBe(started[1]!.run.id);
    await at.me.follow(started[0]!.run.id);
    expect(await origin.start('tuesday')).toMatchObject({ created: false, run: { id: started[0]!.run.id } });
    expect(at.provider.requests).toHaveLength(before.requests + 1);
    expect(await countOf('runs')).toBe(before.runs + 1);
  });

  it('keeps nothing that a repeated request wrote', async () => {
    answerOnce();
    await origin.start('wednesday');
    const conversations = at.service.service.app.get(ConversationsRepository);
    const before = await countOf('conversations');
    const repeated = await origin.start('wednesday', {}, async (tx) => {
      await conversations.create(tx, { id: crypto.randomUUID(), title: null, rehearses: null });
    });
    expect(repeated.created).toBe(false);
    expect(await countOf('conversations')).toBe(before);
  });

  it('separates the keys of different users', async () => {
    answerOnce();
    const mine = await origin.start('thursday');
    const theirs = await origin.start('thursday', { userId: at.other.userId });
    expect([mine.created, theirs.created]).toEqual([true, true]);
    expect((await at.me.fetch(`/api/runs/${theirs.run.id}/events`)).status).toBe(404);
  });

  it('does not start if describing it fails', async () => {
    const before = await countOf('runs');
    const failure = new Error('no such schedule');
    await expect(origin.start('friday', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await countOf('runs')).toBe(before);
  });
});

it('CH-10 a message sent again with its id, because its answer was lost, is taken once', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  at.provider.requests.length = 0;
  at.provider.script(async (answer) => {
    await finished;
    answer.text('Once.');
    answer.end();
  });
  const json = { id: crypto.randomUUID(), text: 'A message on a bad line' };
  const lost = new AbortController();
  const token = await at.service.token(at.userId, { owner: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const first = { method: 'POST', headers, body: JSON.stringify(json), signal: lost.signal };
  const cut = fetch(`${at.service.url}/api/conversations/new/messages/stream`, first);
  await eventually(() => at.provider.requests.length === 1);
  lost.abort();
  await cut.catch(() => undefined);
  const send = (id: string) => at.me.json<SentMessage>(`/api/conversations/${id}/messages`, { json });
  const again = await Promise.all([send('new'), send('new')]);
  const { conversation_id, run_id } = again[0];
  const inside = await send(conversation_id);
  finish();
  await at.me.follow(run_id);
  expect(new Set([...again, inside, await send('new')].map((sent) => JSON.stringify(sent))).size).toBe(1);
  expect(again[0].message_id).toBe(json.id);
  const { messages } = await at.me.json<any>(`/api/conversations/${conversation_id}`);
  expect(messages.map(({ id }: any) => id)).toEqual([json.id, again[0].assistant_message_id]);
  const { conversations } = await at.me.json<any>('/api/conversations?q=bad%20line');
  expect([conversations.length, at.provider.requests.length]).toEqual([1, 1]);
  const foreign = await at.other.fetch('/api/conversations/new/messages', { json });
  expect([foreign.status, await foreign.json()]).toMatchObject([409, { code: 'chat.id_taken' }]);
});
