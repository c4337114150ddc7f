/** Chats of ChatGPT, Claude and Zo, from an archive in the computer of their user. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { zipOf } from '../../../infra/testing/product/zip-file.js';
import { CLAUDE, RING, ROSES, said } from './exports.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

interface Imported {
  readonly chats: number;
  readonly messages: number;
  readonly known: number;
  readonly losses: { what: string; count: number }[];
  readonly report: string | null;
}
const ask = (name: string) => at.me.fetch('/api/conversations/imports', { json: { root: 'w', path: [name] } });
const bring = async (name: string) => {
  const answer = await ask(name);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Imported;
};
const refusal = async (name: string) => {
  const answer = await ask(name);
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  return [answer.status, code, detail];
};
const put = (name: string, content: string | Buffer) => writeFileSync(at.workspace(name), content);
const zipped = (chats: unknown, name = 'conversations.json') =>
  zipOf([
    { name: 'user.json', content: '{}' },
    { name, content: JSON.stringify(chats) },
    { name: 'file-1.png', content: 'a picture' },
  ]);
const listed = async () =>
  (
    await at.me.json<{ conversations: { id: string; title: string; created_at: string; updated_at: string }[] }>(
      '/api/conversations',
    )
  ).conversations;
interface Opened {
  readonly messages: {
    role: string;
    status: string;
    created_at: string;
    parts: { text: string }[];
    siblings?: { ids: string[] };
  }[];
}
const opened = async (title: string) => {
  const { id } = (await listed()).find((chat) => chat.title === title)!;
  return { id, ...(await at.me.json<Opened>(`/api/conversations/${id}`)) };
};
const wordsOf = ({ messages }: Opened) =>
  messages.map(({ role, parts }) => `${role}: ${parts.map(({ text }) => text).join('')}`);

it('chats of ChatGPT come with their branches and times, once, with a report of what was lost', async () => {
  put('chatgpt.zip', zipped([ROSES, RING]));
  const first = await bring('chatgpt.zip');
  expect(first).toMatchObject({ chats: 2, known: 0, report: 'Import report.md' });
  expect(first.messages).toBe(7);
  expect(Object.fromEntries(first.losses.map(({ what, count }) => [what, count]))).toEqual({
    thoughts: 1,
    'calls of tools': 1,
    'results of tools': 1,
    pictures: 1,
    'messages that belong to no chat': 2,
  });
  // What was unpacked is gone; the archive stays.
  expect(
    readdirSync(at.workspace())
      .filter((name) => /chatgpt|report/i.test(name))
      .toSorted(),
  ).toEqual(['Import report.md', 'chatgpt.zip']);
  const report = readFileSync(at.workspace('Import report.md'), 'utf8');
  expect(report).toContain('From “chatgpt.zip” came 2 chats with 7 messages.');
  expect(report).toContain('- 1 × pictures. The first: `image_asset_pointer`');

  const roses = await opened('Roses in winter');
  expect(wordsOf(roses)).toEqual([
    'user: When do I prune roses?',
    'assistant: In late winter.',
    'user: Is this one dead?',
    'assistant: Water it\ufffd and wait.',
  ]);
  expect(roses.messages[1]!.siblings!.ids).toHaveLength(2);
  expect(roses.messages[0]!.created_at).toBe(new Date(1_700_000_001_000).toISOString());
  expect((await listed()).find(({ id }) => id === roses.id)).toMatchObject({
    created_at: new Date(1_700_000_000_000).toISOString(),
    updated_at: new Date(1_700_000_500_000).toISOString(),
  });
  const hits = await at.me.json<{ hits: { id: string }[] }>('/api/conversations/search?q=autumn');
  expect(JSON.stringify(hits)).toContain(roses.id);
  // Its words are those of others.
  const { rows } = await at.sql.query('select tainted, foreign_sources from chat.conversations where id = $1', [
    roses.id,
  ]);
  expect(rows).toEqual([{ tainted: true, foreign_sources: [{ kind: 'upload', name: 'chatgpt.zip' }] }]);

  const again = await bring('chatgpt.zip');
  expect(again).toMatchObject({ chats: 0, messages: 0, known: 2 });
  expect(await at.sql.query('select count(*)::int as n from chat.messages').then((found) => found.rows)).toEqual([
    { n: 7 },
  ]);
});

it('goes on in an imported chat, and a later export brings what was said since, beside it', async () => {
  const { id } = await opened('Roses in winter');
  at.provider.script(fine);
  await at.me.ask('And hedges?', { id });
  const sent = JSON.stringify(at.provider.requests.at(-1)!.request.messages);
  for (const words of ['When do I prune roses?', 'In late winter.', 'And hedges?']) expect(sent).toContain(words);
  expect(sent).not.toContain('In autumn.');

  const later = { id: 'q9', parent: 'a3', children: [], message: said('user', 'And tulips?') };
  const answer = { id: 'a9', parent: 'q9', children: [], message: said('assistant', 'In spring.') };
  put('later.zip', zipped([{ ...ROSES, current_node: 'a9', mapping: { ...ROSES.mapping, q9: later, a9: answer } }]));
  expect(await bring('later.zip')).toMatchObject({ chats: 1, messages: 2, known: 0 });
  const after = await opened('Roses in winter');
  expect(wordsOf(after)).toContain('user: And hedges?');
  expect(after.messages.find(({ parts }) => parts[0]?.text === 'And hedges?')!.siblings!.ids).toHaveLength(2);
});

it('a later export brings what an answer went on with', async () => {
  const chat = (nodes: object) => ({
    ...RING,
    title: 'Bees',
    conversation_id: 'chat-bees',
    current_node: 'a1',
    mapping: { q1: { id: 'q1', parent: null, children: [], message: said('user', 'Do bees sleep?') }, ...nodes },
  });
  const first = { id: 'a1', parent: 'q1', children: [], message: said('assistant', 'They do.') };
  const rest = { id: 'a2', parent: 'a1', children: [], message: said('assistant', 'At night.') };
  put('bees.zip', zipped([chat({ a1: first })]));
  expect(await bring('bees.zip')).toMatchObject({ chats: 1, messages: 2 });
  put('bees.zip', zipped([chat({ a1: first, a2: rest })]));
  expect(await bring('bees.zip')).toMatchObject({ chats: 1, messages: 1 });
  expect(wordsOf(await opened('Bees'))).toEqual(['user: Do bees sleep?', 'assistant: They do.\n\nAt night.']);
  expect(await bring('bees.zip')).toMatchObject({ chats: 0, messages: 0 });
});

it('chats of Claude come with the text of their attachments, from an archive or the file itself', async () => {
  const { chats, messages, losses } = await (put('claude.zip', zipped([CLAUDE], 'data/conversations.json')),
  bring('claude.zip'));
  expect([chats, messages]).toEqual([1, 2]);
  expect(losses).toEqual([
    { what: 'files, which are not in the export', count: 1 },
    { what: 'thoughts', count: 1 },
    { what: 'calls of tools', count: 1 },
  ]);
  expect(wordsOf(await opened('Invoice'))).toEqual([
    'user: What is the sum?\n\ninvoice.txt:\n\nTotal: 7 EUR',
    'assistant: Seven euros.',
  ]);
  put('conversations.json', JSON.stringify([CLAUDE]));
  expect(await bring('conversations.json')).toMatchObject({ chats: 0, known: 1 });
});

it('a chat that was saved here as JSON comes back with its roles, branches and times, once', async () => {
  at.provider.script(fine, fine, fine);
  const { sent } = await at.me.ask('What is a newt?');
  const id = sent.conversation_id;
  await at.me.ask('', { id, answer_to: sent.message_id });
  await at.me.json(`/api/conversations/${id}`, { method: 'PATCH', json: { leaf_id: sent.assistant_message_id } });
  await at.me.ask('And an eft?', { id });
  const shown = await at.me.json<Opened>(`/api/conversations/${id}`);
  // As the browser saves it: page by page, all branches.
  const page = (before = '') =>
    at.me.json<Opened & { leaf_id: string; has_more: boolean; messages: { id: string }[] }>(
      `/api/conversations/${id}?branches=all&limit=3${before && `&before=${before}`}`,
    );
  const newest = await page();
  const older = await page(newest.messages[0]!.id);
  expect([newest.messages.length, newest.has_more, older.messages.length, older.has_more]).toEqual([3, true, 2, false]);
  const messages = [...older.messages, ...newest.messages];
  const times = { created_at: '2024-02-01T10:00:00.000Z', updated_at: '2024-02-02T10:00:00.000Z' };
  const text = JSON.stringify({ id, title: 'Newts', ...times, leaf_id: newest.leaf_id, messages }, null, 2);
  put('Newts.json', `\ufeff${text}\n`);
  expect(await bring('Newts.json')).toMatchObject({ chats: 1, messages: 5, losses: [] });
  const back = await opened('Newts');
  expect(back.id).not.toBe(id);
  expect(wordsOf(back)).toEqual(wordsOf(shown));
  expect(back.messages.map((each) => each.created_at)).toEqual(shown.messages.map((each) => each.created_at));
  expect(back.messages[1]!.siblings!.ids).toHaveLength(2);
  expect((await listed()).find((each) => each.id === back.id)).toMatchObject(times);
  expect(await bring('Newts.json')).toMatchObject({ chats: 0, known: 1 });
  for (const damaged of ['{"messages": 3, "created_at": ""}', text.slice(0, -20), '{}', '7', '']) {
    put('damaged.json', damaged);
    expect((await refusal('damaged.json')).slice(0, 2)).toEqual([422, 'chat.not_an_export']);
  }
});

it('a question that was never answered can be gone on from', async () => {
  const lonely = (await listed()).find(({ title }) => !title)!;
  const { messages } = await at.me.json<Opened>(`/api/conversations/${lonely.id}`);
  expect(messages.map(({ role, status }) => [role, status])).toEqual([
    ['user', 'complete'],
    ['assistant', 'stopped'],
  ]);
  at.provider.script(fine);
  expect((await at.me.ask('Hello?', { id: lonely.id })).end.status).toBe('complete');
});

it('refuses what is no export, is damaged or unpacks to too much, and leaves nothing', async () => {
  const before = readdirSync(at.workspace()).length;
  put('photos.zip', zipOf([{ name: 'a.png', content: 'x' }]));
  const NOT = 'This is no export of ChatGPT or Claude, and no chat that Zo saved as JSON. Choose one of these files.';
  expect(await refusal('photos.zip')).toEqual([422, 'chat.not_an_export', NOT]);
  put('other.zip', zipped([{ name: 'something else' }]));
  expect((await refusal('other.zip'))[1]).toBe('chat.not_an_export');
  put('cut.zip', zipOf([{ name: 'conversations.json', content: JSON.stringify([ROSES]).slice(0, -40) }]));
  expect((await refusal('cut.zip'))[1]).toBe('chat.not_an_export');
  put('broken.zip', zipped([ROSES]).subarray(0, 300));
  expect((await refusal('broken.zip')).slice(0, 2)).toEqual([422, 'chat.export_unreadable']);
  expect((await refusal('gone.zip')).slice(0, 2)).toEqual([422, 'chat.export_unreadable']);
  // Not at once: the connection to the service would be closed meanwhile.
  const zeros = await promisify(deflateRaw)(Buffer.alloc(300 * 1024 * 1024));
  put('bomb.zip', zipOf([{ name: 'conversations.json', content: zeros, method: 8, size: 300 * 1024 * 1024 }]));
  expect((await refusal('bomb.zip')).slice(0, 2)).toEqual([422, 'chat.export_unreadable']);
  expect(readdirSync(at.workspace())).toHaveLength(before + 5);
  expect(existsSync(at.workspace('bomb'))).toBe(false);
  for (const path of [[], ['..', 'x.zip'], ['a/b.zip']])
    expect((await at.me.fetch('/api/conversations/imports', { json: { root: 'w', path } })).ok).toBe(false);
  expect((await at.other.fetch('/api/conversations/imports', { json: { root: 'w', path: ['chatgpt.zip'] } })).ok).toBe(
    false,
  );
});

it('a user imports one export at a time', async () => {
  const many = Array.from({ length: 300 }, (_, n) => ({ ...CLAUDE, uuid: crypto.randomUUID(), name: `Copy ${n}` }));
  put('many.zip', zipped(many));
  const statuses = await Promise.all(['many.zip', 'many.zip'].map(async (name) => (await ask(name)).status));
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(await bring('many.zip')).toMatchObject({ chats: 0, known: 300 });
});

it('chats have come also where their report cannot be written', async () => {
  const folder = at.workspace('Full');
  mkdirSync(folder);
  for (let n = 1; n <= 100; n++) mkdirSync(join(folder, n === 1 ? 'Import report.md' : `Import report (${n}).md`));
  writeFileSync(join(folder, 'claude.zip'), zipped([{ ...CLAUDE, uuid: crypto.randomUUID(), name: 'Full' }]));
  const answer = await at.me.fetch('/api/conversations/imports', { json: { root: 'w', path: ['Full', 'claude.zip'] } });
  expect([answer.status, await answer.json()]).toMatchObject([200, { report: null, known: 0 }]);
});
