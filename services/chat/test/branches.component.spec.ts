/** Branches of a chat: edits, other models, forks. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { eventually } from '@zo/testing';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const says =
  (text: string): Script =>
  (answer) => {
    answer.text(text);
    answer.end();
  };
const opened = (id: string) => at.me.json<any>(`/api/conversations/${id}`);
const textOf = ({ parts }: any) => parts.flatMap((part: any) => part.text ?? []).join('');

it('CH-03 an answer by another model stands beside the first, which stays', async () => {
  await at.me.useProvider(at.provider.url, 'small');
  const models = await at.me.json<{ value: string; slug: string }[]>('/api/models/available');
  const other = models.find(({ slug }) => slug === 'big')!.value;
  at.provider.script(says('from small'), says('from big'));
  const { sent } = await at.me.ask('who are you?');
  const again = await at.me.ask('who are you?', { id: sent.conversation_id, parent_id: null, model: other });
  const { messages } = await opened(sent.conversation_id);
  expect(messages.at(-1)).toMatchObject({ model: other, parts: [{ text: 'from big' }] });
  expect(messages[0].siblings).toEqual({ ids: [sent.message_id, again.sent.message_id], index: 1 });
  await at.me.json(`/api/conversations/${sent.conversation_id}`, {
    method: 'PATCH',
    json: { leaf_id: sent.message_id },
  });
  expect(textOf((await opened(sent.conversation_id)).messages.at(-1))).toBe('from small');
});

it('CH-03 a message is answered once more beside its first answer, with what it brought', async () => {
  at.provider.script(says('first'), says('second'), says('third'));
  const attachments = [
    { id: 'a', kind: 'text', title: 'Notes', content: 'one\ntwo', lineCount: 2, charCount: 7, createdAt: 0 },
  ];
  const { sent } = await at.me.ask('sum it up', { attachments });
  const id = sent.conversation_id;
  const { sent: again } = await at.me.ask('', { id, answer_to: sent.message_id });
  expect(again).toMatchObject({ conversation_id: id, message_id: sent.message_id });
  const shownTo = (n: number) =>
    at.provider.requests.at(n)!.request.messages.filter(({ role }: any) => role === 'user');
  expect(shownTo(-1)).toEqual(shownTo(-2));
  const { messages } = await opened(id);
  expect(messages).toHaveLength(2);
  expect(messages[0].siblings).toBeUndefined();
  const ids = [sent.assistant_message_id, again.assistant_message_id];
  expect(messages[1]).toMatchObject({ siblings: { ids, index: 1 }, parts: [{ text: 'second' }] });
  await at.me.json(`/api/conversations/${id}`, { method: 'PATCH', json: { leaf_id: ids[0] } });
  expect(textOf((await opened(id)).messages.at(-1))).toBe('first');

  const send = async (json: object) => {
    const answer = await at.me.fetch(`/api/conversations/${id}/messages`, { json });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await send({ text: '', answer_to: ids[0] })).toEqual([400, 'chat.not_a_question']);
  expect(await send({ text: '', answer_to: crypto.randomUUID() })).toEqual([400, 'chat.unknown_parent']);
  expect((await send({ text: 'x', answer_to: sent.message_id }))[0]).toBe(400);
  expect((await send({ text: '', answer_to: sent.message_id, parent_id: null }))[0]).toBe(400);
});

it('CH-03 another model goes on in a chat whose calls have ids that it would refuse', async () => {
  const { value } = await at.me.json<{ value: string }>('/api/models/preference');
  const models = await at.me.json<{ value: string; slug: string }[]>('/api/models/available');
  const other = models.find(({ slug }) => slug === 'big')!.value;
  const reads: Script = (answer) => {
    answer.call('functions.run:0', 'run_bash_command', { cmd: 'echo read' });
    answer.end('tool_calls');
  };
  at.provider.script(reads, reads, says('read'), says('other'), says('other'), says('own'), reads, (answer) =>
    answer.status(400),
  );
  const { sent } = await at.me.ask('read', { model: value });
  const id = sent.conversation_id;
  const idsOf = (messages: any[]) => [
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call: any) => call.id)),
    messages.flatMap(({ role, tool_call_id }) => (role === 'tool' ? [tool_call_id] : [])),
  ];
  const last = () => at.provider.requests.at(-1)!.request.messages;
  const asks = async (model: string, text = 'go on') => (await at.me.ask(text, { id, model }), last());
  const first = await asks(other);
  const [asked, answered] = idsOf(first);
  expect(asked).toEqual([expect.stringMatching(/^[A-Za-z0-9]{9}$/), expect.stringMatching(/^[A-Za-z0-9]{9}$/)]);
  expect(new Set(asked).size).toBe(2);
  expect(answered).toEqual(asked);
  expect((await asks(other)).slice(0, first.length)).toEqual(first);
  expect(idsOf(await asks(value))[0]).toEqual(['functions.run:0', 'functions.run:0']);
  // An answer that was cut off has no steps.
  await asks(value, 'fail');
  at.provider.script(says('other'));
  const [all, results] = idsOf(await asks(other));
  expect([all!.slice(0, 2), results]).toEqual([asked, all]);
  expect(all![2]).toMatch(/^[A-Za-z0-9]{9}$/);
});

it('CH-06 a fork has the branch up to its answer, continues it as the model knows it, and outlives its origin', async () => {
  writeFileSync(at.workspace('notes.md'), 'one\n');
  at.provider.script(
    (answer) => {
      answer.call('w', 'create_or_rewrite_file', { target_file: 'made.md', content: 'x\n' });
      answer.end('tool_calls');
    },
    says('First answer.'),
    says('Second answer.'),
    says('In the fork.'),
    says('Still there.'),
  );
  const { sent } = await at.me.ask('first', { files: [{ id: 'f', path: 'w/notes.md' }] });
  await at.me.ask('second', { id: sent.conversation_id });
  const before = at.provider.requests.at(-2)!.request.messages;
  const fork = await at.me.json<{ id: string; title: string }>(`/api/conversations/${sent.conversation_id}/fork`, {
    json: { message_id: sent.assistant_message_id },
  });
  const copy = await opened(fork.id);
  expect(copy.messages.map(textOf)).toEqual(['first', 'First answer.']);
  expect(copy.messages[1]).toMatchObject({
    status: 'complete',
    receipt: { undo: 'none', files: [{ change: 'created' }] },
  });
  expect(copy.messages.map(({ id }: any) => id)).not.toContain(sent.message_id);
  const linked = await at.me.json<any>('/api/conversations/by-file?file_path=w/notes.md');
  expect(linked.conversations.map(({ id }: any) => id)).toContain(fork.id);
  await at.me.ask('other', { id: fork.id });
  // Begins like the requests of the original, which the provider has computed already.
  expect(at.provider.requests.at(-1)!.request.messages.slice(0, before.length)).toEqual(before);
  expect((await opened(sent.conversation_id)).messages).toHaveLength(4);
  const continued = at.provider.requests.at(-1)!.request.messages;
  await at.me.json(`/api/conversations/${sent.conversation_id}`, { method: 'DELETE' });
  await at.me.ask('more', { id: fork.id });
  // The steps of the answers are still known, and what the model was sent for them.
  expect(at.provider.requests.at(-1)!.request.messages.slice(0, continued.length)).toEqual(continued);
  expect((await at.me.fetch(`/api/runs/${sent.run_id}/context`)).status).toBe(200);
  expect((await opened(fork.id)).messages.map(textOf)).toEqual([
    'first',
    'First answer.',
    'other',
    'In the fork.',
    'more',
    'Still there.',
  ]);
});

it('CH-06 forks only finished answers of the chat, with its mark of text from outside', async () => {
  at.provider.script(says('fine'), (answer) => answer.text('Begun'));
  const { sent } = await at.me.ask('one');
  const fork = (message_id: string, who = at.me) =>
    who.fetch(`/api/conversations/${sent.conversation_id}/fork`, { json: { message_id } });
  expect((await fork(sent.message_id)).status).toBe(400);
  expect((await fork(crypto.randomUUID())).status).toBe(400);
  expect((await fork(sent.assistant_message_id, at.other)).status).toBe(404);
  await at.sql.query('update chat.conversations set tainted = true where id = $1', [sent.conversation_id]);
  const { id } = (await (await fork(sent.assistant_message_id)).json()) as { id: string };
  const { rows } = await at.sql.query('select tainted from chat.conversations where id = $1', [id]);
  expect(rows).toEqual([{ tainted: true }]);
  const running = await at.me.send('two', { id: sent.conversation_id });
  expect((await fork(running.assistant_message_id)).status).toBe(409);
});

it('CH-03 a message follows an answer that came while its persona was asked for', async () => {
  at.provider.script(says('Yes.'));
  const { sent: first } = await at.me.ask('the first');
  const id = first.conversation_id;
  let answer: () => void = () => undefined;
  at.zofiles.answers = new Promise((resolve) => (answer = resolve));
  const asked = at.zofiles.asked;
  const slow = at.me.send('the slow one', { id });
  await eventually(() => at.zofiles.asked === asked + 1);
  at.zofiles.answers = undefined;
  const { sent: fast } = await at.me.ask('the fast one', { id });
  answer();
  const sent = await slow;
  await at.me.follow(sent.run_id);
  const { messages } = await opened(id);
  expect(messages.map((message: { id: string }) => message.id)).toEqual(
    [first, fast, sent].flatMap(({ message_id, assistant_message_id }) => [message_id, assistant_message_id]),
  );
});
