/** The active Zofile of a conversation shapes what its model is told. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());
afterEach(() => {
  at.zofiles.active.clear();
  at.zofiles.isDown = false;
  at.provider.requests.length = 0;
});

const EDITOR = { id: crypto.randomUUID(), name: 'Editor', prompt: 'Answer in rhymes.\nNever say “synergy”.' };
const says =
  (text: string): Script =>
  (answer) => {
    answer.text(text);
    answer.end();
  };
const activate = (zofile: typeof EDITOR, type = 'main') => at.zofiles.active.set(`${at.userId} ${type}`, zofile);
/** What the model was told before the conversation, in the request of this index. */
const systemOf = (index: number) => {
  const first = at.provider.requests[index]!.request.messages[0] as { role: string; content: unknown };
  expect(first.role).toBe('system');
  return JSON.stringify(first.content);
};
interface Shown {
  readonly messages: { role: string; model?: string; zofile?: { id: string; name: string } }[];
}
const opened = (id: string) => at.me.json<Shown>(`/api/conversations/${id}`);

it('ZF-03 the prompt of the active Zofile is among the instructions, after those that all chats share', async () => {
  at.provider.script(says('plain'), says('in rhyme'));
  await at.me.ask('hello');
  activate(EDITOR);
  const { sent, events } = await at.me.ask('hello');
  const [plain, shaped] = [systemOf(0), systemOf(1)];
  expect(plain).not.toContain('rhymes');
  expect(shaped).toContain(JSON.stringify(EDITOR.prompt).slice(1, -1));
  expect(shaped).toContain(JSON.stringify(JSON.stringify('Editor')).slice(1, -1));
  expect(shaped.startsWith(plain.slice(0, -1))).toBe(true);
  expect(events[0]).toMatchObject({ type: 'run.started', data: { zofile: { id: EDITOR.id, name: 'Editor' } } });
  expect(JSON.stringify(events)).not.toContain('rhymes');
  const { messages } = await opened(sent.conversation_id);
  expect(messages.map(({ zofile }) => zofile)).toEqual([undefined, { id: EDITOR.id, name: 'Editor' }]);
});

it('ZF-03 other types of conversations, and other users, have Zofiles of their own', async () => {
  activate(EDITOR, 'sms');
  at.zofiles.active.set(`${crypto.randomUUID()} main`, EDITOR);
  at.provider.script(says('plain'));
  const { sent } = await at.me.ask('hello');
  expect(systemOf(0)).not.toContain('rhymes');
  expect((await opened(sent.conversation_id)).messages[1]!.zofile).toBeUndefined();
});

it('D12 ZF-03 a run keeps the prompt it started with, whatever is active meanwhile', async () => {
  activate(EDITOR);
  at.provider.script(
    (answer) => {
      activate({ ...EDITOR, prompt: 'Answer in Latin.' });
      answer.call('c1', 'no_such_tool', {});
      answer.end('tool_calls');
    },
    says('first'),
    says('second'),
  );
  const before = at.zofiles.asked;
  const { sent, end } = await at.me.ask('hello');
  expect([end.status, at.zofiles.asked - before]).toEqual(['complete', 1]);
  expect(systemOf(1)).toBe(systemOf(0));
  const { rows } = await at.sql.query<{ zofile: object }>('select zofile from chat.runs where id = $1', [sent.run_id]);
  expect(rows[0]!.zofile).toEqual(EDITOR);
  await at.me.ask('and again', { id: sent.conversation_id });
  expect(systemOf(2)).toContain('Latin');
});

it('ZF-03 the built-in helper reads no prompt, and no persona stands beside its answer', async () => {
  activate(EDITOR);
  const { sent } = await at.me.ask('hello', { model: 'zo/helper' });
  expect((await opened(sent.conversation_id)).messages[1]).toMatchObject({ role: 'assistant' });
  expect((await opened(sent.conversation_id)).messages[1]!.zofile).toBeUndefined();
});

it('ZF-03 while the active Zofile cannot be read nothing is sent, and the sentence says so', async () => {
  at.zofiles.isDown = true;
  const answer = await at.me.fetch('/api/conversations/new/messages', { json: { text: 'hello' } });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({
      detail: 'The persona of this chat could not be read. Nothing was sent; try again in a moment.',
    }),
  ]);
  expect(at.provider.requests).toEqual([]);
  const { conversations } = await at.me.json<{ conversations: unknown[] }>('/api/conversations');
  at.zofiles.isDown = false;
  at.provider.script(says('now'));
  await at.me.ask('hello');
  expect((await at.me.json<{ conversations: unknown[] }>('/api/conversations')).conversations).toHaveLength(
    conversations.length + 1,
  );
});
