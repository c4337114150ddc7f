import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  writeFileSync(at.workspace('salary.md'), 'CANARY-IN-A-FILE\n');
});
afterAll(() => at.stop());

interface Made {
  id: string;
  token: string;
}
const share = (id: string, days = 7) => at.me.json<Made>(`/api/conversations/${id}/shares`, { json: { days } });
const visit = (token: string) => fetch(`${at.service.url}/api/shared-chats/${token}`);

async function talk(): Promise<string> {
  at.provider.script(
    (answer) => {
      answer.thought('CANARY-THOUGHT');
      answer.text('Let me look. ');
      answer.call('r', 'read_file', { target_file: 'salary.md' });
      answer.end('tool_calls');
    },
    (answer) => (answer.text('It is **fine**.'), answer.end()),
  );
  const pasted = { id: 'p', kind: 'text', title: 'A mail', content: 'CANARY-PASTED\nx', lineCount: 2, charCount: 15 };
  const { sent } = await at.me.ask('Is my salary fine?', {
    files: [{ id: 'f', path: 'w/salary.md' }],
    attachments: [{ ...pasted, createdAt: 0 }],
  });
  return sent.conversation_id;
}

it('a link shows what was said, without files, pasted text, thoughts, arguments and results', async () => {
  const id = await talk();
  const { token } = await share(id);
  const answer = await visit(token);
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({
    title: 'Is my salary fine?',
    shared_at: expect.any(String),
    expires_at: expect.any(String),
    is_cut: false,
    messages: [
      { role: 'user', carried: ['salary.md', 'A mail'], parts: [{ type: 'text', text: 'Is my salary fine?' }] },
      {
        role: 'assistant',
        carried: [],
        parts: [
          { type: 'text', text: 'Let me look. ' },
          { type: 'tool', tool: 'read_file' },
          { type: 'text', text: 'It is **fine**.' },
        ],
      },
    ],
  });
  for (const secret of ['CANARY', id, at.userId, 'w/salary']) expect(text).not.toContain(secret);
  // What is said later is not shown, and neither is another branch.
  at.provider.script(fine);
  await at.me.ask('LATER', { id });
  expect(await (await visit(token)).text()).toBe(text);
});

it('a link ends when it is revoked, expires, or its chat is deleted; all of these look alike', async () => {
  const id = await talk();
  const [revoked, expired, deleted] = [await share(id), await share(id, 1), await share(id)];
  const list = () => at.me.json<{ shares: { id: string }[] }>(`/api/conversations/${id}/shares`);
  expect((await list()).shares.map((each) => each.id)).toEqual([deleted.id, expired.id, revoked.id]);
  expect(JSON.stringify(await list())).not.toContain(revoked.token);
  await at.me.json(`/api/conversations/${id}/shares/${revoked.id}`, { method: 'DELETE' });
  await at.sql.query(`update chat.shares set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
  expect((await list()).shares.map((each) => each.id)).toEqual([deleted.id]);
  expect((await visit(deleted.token)).status).toBe(200);
  await at.me.json(`/api/conversations/${id}`, { method: 'DELETE' });
  const answers = await Promise.all(
    [revoked.token, expired.token, deleted.token, 'A'.repeat(43)].map(async (token) => {
      const answer = await visit(token);
      const { type, title, status, detail } = (await answer.json()) as Record<string, unknown>;
      return { type, title, status, detail };
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
  const { rows } = await at.sql.query('select count(*)::int as left from chat.shares where conversation_id = $1', [id]);
  expect(rows).toEqual([{ left: 0 }]);
});

it('only its owner shares a chat, not while it is answered, nor without messages, nor for ever', async () => {
  const id = await talk();
  const path = `/api/conversations/${id}/shares`;
  expect((await at.other.fetch(path, { json: { days: 1 } })).status).toBe(404);
  expect((await at.other.fetch(path)).status).toBe(404);
  const mine = await share(id);
  expect((await at.other.fetch(`${path}/${mine.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await visit(mine.token)).status).toBe(200);
  for (const days of [0, -1, 366, 1.5, '7']) expect((await at.me.fetch(path, { json: { days } })).status).toBe(400);
  const empty = await at.me.json<{ id: string }>('/api/conversations', { json: { title: 'Empty' } });
  expect((await at.me.fetch(`/api/conversations/${empty.id}/shares`, { json: { days: 1 } })).status).toBe(409);
  for (const token of ['short', '../x', `${'A'.repeat(43)}=`]) expect((await visit(token)).status).not.toBe(200);
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  at.provider.script(async (answer) => {
    await finished;
    answer.end();
  });
  const sent = await at.me.send('more', { id });
  expect((await at.me.fetch(path, { json: { days: 1 } })).status).toBe(409);
  finish();
  await at.me.follow(sent.run_id);
  for (let count = 1; count < 20; count++) await share(id);
  const refused = await at.me.fetch(path, { json: { days: 1 } });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('twenty links')]);
});
