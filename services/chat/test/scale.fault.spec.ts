import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publish } from '@zo/events';
import { Database } from '@zo/db';
import { filesEvents } from '@zo/proto/topics';
import { eventually } from '@zo/testing';
import type { Client } from 'pg';
import { type Harness, startHarness } from './harness.js';
import { watchQueries } from './watch-queries.js';

/** All at the same time: by default most of one user's runs would wait for the others. */
const ANSWERS = 200;
let at: Harness;
beforeAll(async () => {
  at = await startHarness({ limits: { ZO_RUNS_AT_ONCE: String(ANSWERS) } });
});
afterAll(() => at.stop());

const database = () => at.service.service.app.get(Database);

/** Counts the statements that transactions of the user send while `work` runs; those of workers are not counted. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const own = new WeakSet<Client>();
  await watchQueries(work, (client, statement) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text.startsWith('begin') && text.includes(at.userId)) own.add(client);
    if (own.has(client)) count += 1;
    if (text === 'commit' || text === 'rollback') own.delete(client);
  });
  return count;
}

/** Inserts a linear chat of `length` messages directly into the tables. */
async function longChat(length: number): Promise<string> {
  const id = crypto.randomUUID();
  await at.sql.query('insert into chat.conversations (id, user_id, title) values ($1, $2, $3)', [
    id,
    at.userId,
    `long ${length}`,
  ]);
  const ids = Array.from({ length }, () => crypto.randomUUID());
  await at.sql.query(
    `insert into chat.messages (id, user_id, conversation_id, parent_id, role, status, text, parts, created_at)
     select t.id, $2, $1, t.parent, case when t.n % 2 = 1 then 'user' else 'assistant' end, 'complete', 'message ' || t.n,
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'message ' || t.n)), now() + make_interval(secs => t.n)
     from unnest($3::uuid[], $4::uuid[]) with ordinality as t (id, parent, n)`,
    [id, at.userId, ids, [null, ...ids.slice(0, -1)]],
  );
  await at.sql.query('update chat.conversations set leaf_id = $2 where id = $1', [id, ids.at(-1)]);
  return id;
}

describe('scale', () => {
  it('CH-06 opening a chat takes the same number of queries for 10 and for 1,000 messages', async () => {
    const [short, long] = [await longChat(10), await longChat(1_000)];
    const few = await statements(() => at.me.json(`/api/conversations/${short}`));
    let opened: any;
    const many = await statements(async () => (opened = await at.me.json(`/api/conversations/${long}`)));
    expect(many).toBe(few);
    expect(many).toBeGreaterThan(2);
    expect(many).toBeLessThanOrEqual(5);
    expect(opened.messages).toHaveLength(50);
    expect(opened.has_more).toBe(true);
    expect(opened.messages.at(-1).parts[0].text).toBe('message 1000');
  });

  it('CH-06 pages backwards through the whole branch', async () => {
    const id = await longChat(130);
    const texts: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await at.me.json<any>(`/api/conversations/${id}?limit=50${before ? `&before=${before}` : ''}`);
      texts.unshift(...page.messages.map((message: any) => message.parts[0].text));
      before = page.messages[0].id;
      if (!page.has_more) break;
    }
    expect(texts).toEqual(Array.from({ length: 130 }, (_, index) => `message ${index + 1}`));
  });

  it('CH-13 search over 10,000 messages takes the same number of queries as over 10', async () => {
    await longChat(10);
    const search = (words: string) => at.me.json<any>(`/api/conversations/search?q=${encodeURIComponent(words)}`);
    const few = await statements(() => search('message 7'));
    for (let chats = 0; chats < 10; chats++) await longChat(1_000);
    let found: any;
    const many = await statements(async () => (found = await search('message 777')));
    expect(found.results.length).toBeGreaterThanOrEqual(10);
    expect(few).toBeGreaterThan(2);
    expect(many).toBe(few);
  });

  it('CH-06 links follow files that are moved or trashed', async () => {
    at.provider.script((answer) => {
      answer.text('ok');
      answer.end();
    });
    const { sent } = await at.me.ask('x', {
      files: [
        { id: '1', path: 'w/Old/a.md' },
        { id: '2', path: 'w/Oldest/b.md' },
      ],
    });
    const chatsOf = async (path: string) =>
      (await at.me.json<any>(`/api/conversations/by-file?file_path=${path}`)).conversations.length;
    const tell = (...event: any[]) =>
      database().tx({ userId: at.userId, actor: 'system', owner: false, requestId: 'r' }, async (ctx) =>
        (publish as any)(ctx, filesEvents, ...event),
      );
    await tell('file.moved', { userId: at.userId, from: 'w/Old', to: 'w/New' });
    await eventually(async () => (await chatsOf('w/New/a.md')) === 1);
    expect([await chatsOf('w/Old/a.md'), await chatsOf('w/Oldest/b.md')]).toEqual([0, 1]);
    await tell('file.trashed', { userId: at.userId, address: 'w/Oldest/b.md' });
    await eventually(async () => (await chatsOf('w/Oldest/b.md')) === 0);
    expect((await at.me.fetch(`/api/conversations/${sent.conversation_id}`)).status).toBe(200);
  });

  it('L2 two hundred concurrent answers all complete', async () => {
    at.provider.script(async (answer) => {
      for (let word = 0; word < 20; word++) {
        answer.text(`${word} `);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answer.end();
    });
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: ANSWERS }, () => at.me.ask('go')));
    process.stdout.write(`${ANSWERS} answers of 1 s: ${(performance.now() - begun).toFixed(0)} ms\n`);
    const whole = Array.from({ length: 20 }, (_, word) => `${word} `).join('');
    expect(answers.filter(({ end, text }) => end.status !== 'complete' || text !== whole)).toEqual([]);
    // One statement renews the leases of several runs and another appends their events: they must not deadlock.
    const { rows } = await at.sql.query('select deadlocks from pg_stat_database where datname = current_database()');
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });
});
