import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { startFakeSearch } from '../../../infra/testing/product/fake-search.js';
import { chunk, lastUserText, type Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const grep: Script = (answer) => {
  answer.call('c1', 'grep_search', { query: 'boiler' });
  answer.end('tool_calls');
};
const read: Script = (answer) => {
  answer.call('c2', 'read_file', { target_file: 'a.md' });
  answer.end('tool_calls');
};
const choices = () => at.provider.requests.map(({ request }) => request.tool_choice);
const named = (name: string) => ({ type: 'function', function: { name } });

it('TL-03 a tool named in a code span is the one the model must use first, each named tool once', async () => {
  at.provider.requests.length = 0;
  at.provider.script(grep, read, fine);
  const { parts, sent } = await at.me.ask('look with `tool grep_search`, then `tool read_file`, `tool grep_search`');
  expect(choices()).toEqual([named('grep_search'), named('read_file'), 'auto']);
  expect(parts.flatMap((part) => (part.type === 'tool' ? [part.tool] : []))).toEqual(['grep_search', 'read_file']);
  // The next message names none.
  at.provider.requests.length = 0;
  at.provider.script(fine);
  await at.me.ask('and now?', { id: sent.conversation_id });
  expect(choices()).toEqual(['auto']);
});

it('TL-03 only whole code spans with a tool that exists name one', async () => {
  at.provider.requests.length = 0;
  at.provider.script(fine);
  await at.me.ask('tool grep_search, `tool web_search`, `tool  read_file`, ``tool read_file``, `tool nothing_such`');
  expect(choices()).toEqual(['auto']);
});

it('TL-03 asks again without the choice if the provider takes none, and shows any other refusal', async () => {
  at.provider.requests.length = 0;
  at.provider.script(
    (answer) => answer.status(400, {}, { error: { message: 'deepthink does not support this tool_choice' } }),
    fine,
  );
  const { end } = await at.me.ask('`tool grep_search` boiler');
  expect(end.status).toBe('complete');
  expect(choices()).toEqual([named('grep_search'), 'auto']);
  at.provider.requests.length = 0;
  at.provider.script((answer) => answer.status(400, {}, { error: { message: 'the prompt is bad' } }), fine);
  const refused = await at.me.ask('`tool grep_search` boiler');
  expect(refused.end.status).toBe('failed');
  expect(choices()).toEqual([named('grep_search')]);
});

it('TL-03 takes the answer of a model that uses no tool, or another one, although one was named', async () => {
  at.provider.requests.length = 0;
  at.provider.script(fine);
  const without = await at.me.ask('`tool grep_search` boiler');
  expect(without.end).toMatchObject({ status: 'complete' });
  expect(choices()).toEqual([named('grep_search')]);
  at.provider.requests.length = 0;
  at.provider.script(read, fine);
  const other = await at.me.ask('`tool grep_search` boiler');
  expect(other.end).toMatchObject({ status: 'complete' });
  expect(other.parts.flatMap((part) => (part.type === 'tool' ? [part.tool] : []))).toEqual(['read_file']);
  expect(choices()).toEqual([named('grep_search'), 'auto']);
});

it('TL-03 lists the tools that can be named: a web search only where one is connected', async () => {
  const slugs = async () =>
    (await at.me.json<{ tools: { slug: string; title: string; description: string }[] }>('/api/tools')).tools;
  const without = await slugs();
  expect(without.find(({ slug }) => slug === 'edit_file')).toMatchObject({
    title: 'Edit file',
    description: 'Changes parts of a text file.',
    arguments: expect.arrayContaining(['target_file', 'operations']),
  });
  expect(without.every(({ description }) => description.length > 10)).toBe(true);
  expect(without.map(({ slug }) => slug)).not.toContain('web_search');
  const search = await startFakeSearch('searxng');
  try {
    await at.me.json('/api/web-search', { method: 'PUT', json: { kind: 'searxng', base_url: search.url } });
    expect((await slugs()).map(({ slug }) => slug)).toContain('web_search');
  } finally {
    await at.me.fetch('/api/web-search', { method: 'DELETE' });
    await search.stop();
  }
});

const answering =
  (text: string): Script =>
  (answer) => (answer.text(text), answer.end());

it('shows a mentioned chat to the model with its labels, the same at each later turn', async () => {
  at.provider.script(answering('The pump makes 40 litres.'));
  const pasted = { id: 'p', kind: 'text', title: 'Mail of a stranger', content: 'a\nb', lineCount: 2, charCount: 3 };
  const attachments = [{ ...pasted, createdAt: 0 }];
  const about = (await at.me.ask('How much does the pump make?', { attachments })).sent.conversation_id;
  const chats = [{ id: about, title: 'Pump' }];
  at.provider.requests.length = 0;
  at.provider.script(fine);
  const { sent } = await at.me.ask('What did we say?', { chats });
  const shown = lastUserText(at.provider.requests[0]!.request);
  expect(shown).toContain('<chat title="Pump">');
  expect(shown).toContain('Person: (pasted text: Mail of a stranger)\nHow much does the pump make?');
  expect(shown).toContain('Assistant: The pump makes 40 litres.');
  const { rows } = await at.sql.query('select tainted, secret, foreign_sources from chat.conversations where id = $1', [
    sent.conversation_id,
  ]);
  expect(rows[0]).toMatchObject({
    tainted: true,
    secret: true,
    foreign_sources: [{ kind: 'paste', name: 'Mail of a stranger' }],
  });
  // The other chat goes on, and what the model was shown of it stays.
  await at.me.ask('And in an hour?', { id: about });
  await at.me.ask('More', { id: sent.conversation_id });
  const [first, last] = [at.provider.requests[0]!.request, at.provider.requests.at(-1)!.request];
  expect(last.messages.slice(0, first.messages.length)).toEqual(first.messages);
  const { messages } = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
  expect(messages[0].chats).toEqual(chats);
});

it('shows nothing of the chats of others, of chats that are gone, or beyond the limit', async () => {
  const { id: theirs } = await at.other.json<{ id: string }>('/api/conversations', { json: { title: 'Theirs' } });
  await at.sql.query(
    `insert into chat.messages (id, user_id, conversation_id, role, status, text)
     select gen_random_uuid(), user_id, id, 'user', 'complete', 'SECRET-OF-ANOTHER' from chat.conversations
       where id = $1`,
    [theirs],
  );
  await at.sql.query(
    'update chat.conversations c set leaf_id = m.id from chat.messages m where m.conversation_id = c.id and c.id = $1',
    [theirs],
  );
  at.provider.script(answering('x'.repeat(30_000)), answering('y'.repeat(45_000)), fine);
  const long = (await at.me.ask('the very first words')).sent.conversation_id;
  await at.me.ask('again', { id: long });
  at.provider.requests.length = 0;
  const { sent } = await at.me.ask('sum up', {
    chats: [
      { id: theirs, title: 'Theirs' },
      { id: long, title: 'Long' },
    ],
  });
  const shown = lastUserText(at.provider.requests[0]!.request);
  expect(shown).toContain('<chat title="Theirs">\n(this chat does not exist any more)');
  expect(shown).not.toContain('SECRET-OF-ANOTHER');
  expect(shown).toContain('(what was said before is left out)');
  expect(shown).not.toContain('the very first words');
  expect(shown.length).toBeLessThan(32_000);
  const tooMany = Array.from({ length: 6 }, () => ({ id: long, title: 'Long' }));
  const refused = await at.me.fetch('/api/conversations/new/messages', { json: { text: 'x', chats: tooMany } });
  expect(refused.status).toBe(400);
  expect(sent.run_id).toBeTruthy();
});

it('sends a queued message with a chat after the answer, and not into it', async () => {
  const about = await at.me.json<{ id: string }>('/api/conversations', { json: { title: 'Plan' } });
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  at.provider.script(async (answer) => {
    answer.event(chunk({ content: 'one' }));
    await finished;
    answer.end();
  }, fine);
  const sent = await at.me.send('go');
  const path = `/api/conversations/${sent.conversation_id}/queue`;
  const chats = [{ id: about.id, title: 'Plan' }];
  const queued = await at.me.json<{ id: string; chats: unknown }>(path, { json: { text: 'with this', chats } });
  expect(queued.chats).toEqual(chats);
  const now = await at.me.fetch(`${path}/${queued.id}/send`, { method: 'POST' });
  expect([now.status, await now.text()]).toEqual([409, expect.stringContaining('cannot_steer')]);
  at.provider.requests.length = 0;
  finish();
  await at.me.follow(sent.run_id);
  const shown = await eventually(async () => {
    const texts = at.provider.requests.map(({ request }) => lastUserText(request));
    return texts.find((text) => text.includes('with this'));
  });
  expect(shown).toContain('<chat title="Plan">\n(this chat is empty)');
});
