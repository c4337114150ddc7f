import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

const QUESTION = { question: 'Which of the two trips?', options: ['Lisbon', 'Oslo'] };

/** Asks the person, then repeats what the model was sent. */
async function askedAbout() {
  at.provider.requests.length = 0;
  at.provider.script(
    (answer) => {
      answer.call('q', 'ask_user', QUESTION);
      answer.end('tool_calls');
    },
    (answer) => {
      answer.text('Noted.');
      answer.end();
    },
  );
  const sent = await at.me.send('book the trip');
  const { events } = await at.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
  const asked = events.at(-1)!.data as { approval_id: string; reason: string; args: unknown };
  return { sent, asked, path: `/api/runs/${sent.run_id}/approvals/${asked.approval_id}` };
}

/** What the model was told in answer to its question. */
const told = () => (at.provider.requests.at(-1)!.request as any).messages.at(-1).content as string;

describe('ask_user', () => {
  it('asks the person and gives the words of the answer to the model', async () => {
    const { sent, asked, path } = await askedAbout();
    expect(asked).toMatchObject({ reason: QUESTION.question, args: QUESTION });
    const { active_run, waiting } = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect([active_run.status, waiting]).toEqual(['waiting', true]);
    const listed = async () => {
      const { conversations } = await at.me.json<any>('/api/conversations');
      const { running, waiting: waits } = conversations.find(({ id }: any) => id === sent.conversation_id);
      return { running, waits };
    };
    expect(await listed()).toEqual({ running: true, waits: true });
    await at.me.json(path, { json: { decision: 'approve', reply: ' Neither: Rome\u0000 ' } });
    const { parts, end } = await at.me.follow(sent.run_id);
    expect(end).toMatchObject({ status: 'complete', receipt: { undo: 'none' } });
    expect(parts[0]).toMatchObject({ state: 'done', result: { type: 'text' } });
    expect(told()).toContain('Neither: Rome');
    expect(await listed()).toEqual({ running: false, waits: false });
    expect((await at.me.fetch(path, { json: { decision: 'approve', reply: 'late' } })).status).toBe(409);
  });

  it('goes on without an answer if the person does not want to give one', async () => {
    const { sent, path } = await askedAbout();
    await at.me.json(path, { json: { decision: 'deny' } });
    expect((await at.me.follow(sent.run_id)).end.status).toBe('complete');
    expect(told()).toContain('did not answer');
    const { messages } = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect(messages.at(-1).parts[0].result).toMatchObject({ type: 'text', code: 'unanswered' });
  });

  it('takes no yes without words, no words with a no, and nothing from another person', async () => {
    const { sent, path } = await askedAbout();
    const answer = (json: object) => at.me.fetch(path, { json });
    expect((await answer({ decision: 'approve' })).status).toBe(409);
    expect((await answer({ decision: 'approve_chat', reply: 'x' })).status).toBe(400);
    expect((await answer({ decision: 'deny', reply: 'x' })).status).toBe(400);
    expect((await answer({ decision: 'approve', reply: 'x'.repeat(10_001) })).status).toBe(400);
    expect((await at.other.fetch(path, { json: { decision: 'approve', reply: 'x' } })).status).toBe(404);
    await at.me.json(path, { json: { decision: 'approve', reply: 'Oslo' } });
    expect((await at.me.follow(sent.run_id)).end.status).toBe('complete');
    expect(told()).toContain('Oslo');
  });

  it('does not take words for a yes to a command', async () => {
    const { rows } = await at.sql.query(
      `select 1 from chat.tool_calls where approval_reply is not null and tool <> 'ask_user'`,
    );
    expect(rows).toEqual([]);
  });
});
