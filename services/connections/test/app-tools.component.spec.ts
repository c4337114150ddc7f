/** The tools of connected apps, by RPC as chat calls them, against the fakes of the apps. */
import { Code, createClient } from '@connectrpc/connect';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppService } from '@zo/proto/connections/v1';
import { serviceTransport } from '@zo/rpc';
import type { Answer } from '../../../infra/testing/product/fake-app.js';
import { apps } from '../src/apps/catalogue.js';
import { toolsOf } from '../src/apps/tools/tool-catalogue.js';
import {
  ada,
  appOf,
  BOB,
  connect,
  consentOf,
  fake,
  listed,
  outcome,
  service,
  setUp,
  useConnections,
} from './connections-setup.js';
import { bodyOf, call, json, lineOf, list, matching, refusal, shownAs } from './app-calls.js';
import { googleRows, type ToolRow } from './tool-rows.js';
import { otherRows } from './tool-rows-of-others.js';
import { teamRows } from './tool-rows-of-teams.js';
import { workRows } from './tool-rows-of-work.js';

useConnections();

const rows = [...googleRows, ...teamRows, ...workRows, ...otherRows];

const oauthApps = apps.filter(({ provider }) => provider !== undefined);
beforeAll(async () => {
  fake.oauth.iss = undefined;
  for (const provider of new Set(oauthApps.map((app) => app.provider!.slug))) await setUp(provider);
  for (const { slug } of oauthApps) await connect(slug, ada, { writing: true });
});
beforeEach(() => {
  fake.seen.length = 0;
});

const GMAIL = 'gmail.googleapis.com';
const LABELS = { labels: [] };
const LETTER = { to: ['grace@example.org'], subject: 'Hi', body: 'Hi' };

const NO_LEAVE =
  'Gmail was connected without leave to write drafts and send mail. ' +
  'Connect it again in Settings › Connections, and allow that when Gmail asks.';

describe('each tool', () => {
  it.each(rows.map((row): [string, ToolRow] => [`${row.tool} ${JSON.stringify(row.args).slice(0, 60)}`, row]))(
    'TL-01 %s',
    async (_, { tool, args, asks, sends, answers, shows }) => {
      const hosts = new Map<string, Answer[]>();
      for (const [n, ask] of asks.entries()) {
        const host = /^\S+ ([^/]+)/.exec(ask)![1]!;
        hosts.set(host, [...(hosts.get(host) ?? []), json(answers[n])]);
      }
      for (const [host, own] of hosts) fake.instead(host, ...own);
      const text = await call(tool, args);
      expect(fake.seen.map(lineOf)).toEqual(asks);
      expect(shownAs(text, shows)).toEqual(shows);
      const last = fake.seen.at(-1)!;
      if (sends instanceof RegExp) expect(last.body).toMatch(sends);
      else if (sends !== undefined) expect(bodyOf(last)).toEqual(matching(sends));
      expect(fake.seen.every(({ account }) => account === 'ada@example.com')).toBe(true);
    },
  );

  it('has a row, a schema for models, and asks for scopes that its app was asked for', async () => {
    const shown = await list();
    expect(shown.map(({ slug }) => slug).toSorted()).toEqual(oauthApps.map(({ slug }) => slug).toSorted());
    const known = new Set(rows.map(({ tool }) => tool));
    for (const { slug, scopes, writing } of oauthApps)
      for (const tool of toolsOf(slug)) {
        expect([...known]).toContain(`${slug}.${tool.name}`);
        const asked = tool.effect === 'read' ? scopes : [...scopes, ...writing!.scopes];
        expect(asked).toEqual(expect.arrayContaining([...(tool.scopes ?? [])]));
      }
    for (const tool of shown.flatMap(({ tools }) => tools))
      expect(JSON.parse(tool.schema)).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

describe('what an app answers', () => {
  it('a token that is refused is refreshed once; a revoked grant is a sentence', async () => {
    fake.instead(GMAIL, json({}, 401), json(LABELS));
    const before = fake.oauth.refreshes;
    expect(await call('gmail.list_labels', {})).toContain('"items": []');
    expect(fake.oauth.refreshes - before).toBe(1);
    // Its tokens are refreshed at the same host.
    const slackAnswers: Answer[] = [(...asked) => void fake.oauth.answer(...asked), json({ ok: true, channels: [] })];
    fake.instead('slack.com', json({ ok: false, error: 'token_expired' }), ...slackAnswers);
    expect(await call('slack.list_channels', {})).toContain('"items": []');
    expect(fake.oauth.refreshes - before).toBe(2);
    fake.instead(GMAIL, json({}, 401), json({}, 401));
    expect(await refusal('gmail.list_labels', {})).toBe(
      'Gmail does not accept the connection any more. Connect it again in Settings › Connections.',
    );
    expect((await list()).map(({ slug }) => slug)).not.toContain('gmail');
    await connect('gmail', ada);
    // What was switched on before stays so.
    expect((await list()).find(({ slug }) => slug === 'gmail')).toMatchObject({ writing: true });
  });

  it('is asked again when it is busy, as it says, and given up in words', async () => {
    const busy = json({}, 429, { 'retry-after': '0' });
    fake.instead(GMAIL, busy, busy, json(LABELS));
    expect(await call('gmail.list_labels', {})).toContain('items');
    fake.instead(GMAIL, busy, busy, busy);
    expect(await refusal('gmail.list_labels', {})).toBe('Gmail is busy. Try again in a minute.');
    fake.instead(GMAIL, json({}, 429, { 'retry-after': '3600' }));
    expect(await refusal('gmail.list_labels', {})).toBe('Gmail is busy. Try again in a minute.');
    // Nothing was done: what changes something is asked again, too.
    fake.instead(GMAIL, busy, json({ id: 'm1' }));
    expect(await call('gmail.send_message', LETTER)).toContain('m1');
  });

  it('fails while something is read: tried again; while something is sent: never sent twice', async () => {
    fake.instead(GMAIL, json('<html>', 503), (_asked, response) => void response.destroy(), json(LABELS));
    expect(await call('gmail.list_labels', {})).toContain('items');
    const unsure = 'Gmail did not confirm this, and it may have been done. Look there before trying again.';
    for (const answer of [
      json('', 500),
      (_asked, response) => void response.destroy(),
      json('<html>'),
      (_asked, response) =>
        void response.writeHead(200, { 'content-length': 99 }).write('{"id"', () => response.destroy()),
    ] satisfies Answer[]) {
      fake.seen.length = 0;
      fake.instead(GMAIL, answer, json({ id: 'second' }));
      expect(await refusal('gmail.send_message', LETTER)).toBe(unsure);
      expect(fake.seen).toHaveLength(1);
    }
    const key = 'run 1 call 1';
    fake.instead(GMAIL, json({ id: 'm1' }));
    expect(await call('gmail.send_message', LETTER, { key })).toContain('m1');
    expect(await refusal('gmail.send_message', LETTER, { key })).toBe(unsure);
  });

  it('that is nonsense, huge or hostile stays in bounds', async () => {
    const useless = 'Gmail gave an answer that cannot be used. Try again in a moment.';
    for (const answer of [json('<html>'), json({ labels: 7 }), json('[]')]) {
      fake.instead(GMAIL, answer);
      expect(await refusal('gmail.list_labels', {})).toBe(useless);
    }
    fake.instead(GMAIL, json(`{"labels":["${'x'.repeat(5 * 1024 * 1024)}"]}`));
    expect(await refusal('gmail.list_labels', {})).toBe('Gmail answered more than can be read at once. Ask for less.');
    fake.instead(
      GMAIL,
      json({ labels: Array.from({ length: 20_000 }, (_none, n) => ({ id: `${n}`, name: 'x'.repeat(50) })) }),
    );
    expect((await call('gmail.list_labels', {})).length).toBeLessThan(61_000);
    fake.instead(
      GMAIL,
      (_asked, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect(await refusal('gmail.list_labels', {})).toMatch(/^Gmail (does not answer|gave an answer)/);
    fake.instead(GMAIL, json({ error: { message: `No\u202e\u0000 such\nlabel ${'y'.repeat(999)}` } }, 400));
    const words = await refusal('gmail.list_labels', {});
    expect(words).toMatch(/^Gmail refused this: No such label y{200,300}\.$/);
  });

  it('403 is a sentence about what is missing, with the words of the app otherwise', async () => {
    const scope = {
      error: { message: 'Request had insufficient authentication scopes.', status: 'PERMISSION_DENIED' },
    };
    fake.instead(GMAIL, json(scope, 403));
    expect(await refusal('gmail.send_message', LETTER)).toBe(NO_LEAVE);
    fake.instead('slack.com', json({ ok: false, error: 'missing_scope', needed: 'chat:write' }));
    expect(await refusal('slack.send_message', { channel_id: 'C1', text: 'Hi' })).toContain(
      'without leave to post messages as you',
    );
    fake.instead('api.github.com', json({ message: 'Repository was archived so is read-only.' }, 403));
    expect(await refusal('github.add_comment', { owner: 'a', repo: 'b', number: 1, body: 'x' })).toBe(
      'GitHub does not permit this: Repository was archived so is read-only.',
    );
    fake.instead('api.linear.app', json({ errors: [{ message: 'Entity not found: Issue' }], data: null }));
    expect(await refusal('linear.read_issue', { issue_id: 'X-1' })).toBe(
      'Linear refused this: Entity not found: Issue.',
    );
    fake.instead(
      'oauth.reddit.com',
      json({ json: { errors: [['SUBREDDIT_NOEXIST', 'that subreddit does not exist', 'sr']] } }),
    );
    expect(await refusal('reddit.submit_post', { subreddit: 'none', title: 'x' })).toContain(
      'that subreddit does not exist',
    );
    fake.instead('api.notion.com', json({ object: 'error', message: 'Could not find page' }, 404));
    expect(await refusal('notion.read_page', { page_id: 'x' })).toBe('This is not there in Notion any more.');
  });
});

describe('what is refused before an app is asked', () => {
  it.each([
    ['gmail.read_message', { id: '..' }, '“..” is no id or name there.'],
    ['github.read_file', { owner: 'a', repo: 'b', path: '../../user' }, '“..” is no id or name there.'],
    ['gmail.send_message', { ...LETTER, to: ['eve@example.org\r\nBcc: x@example.org'] }, 'Invalid email'],
    ['gmail.send_message', { ...LETTER, bcc: ['x@example.org'] }, 'Unrecognized key'],
    ['notion.create_page', { title: 'x', markdown: '' }, 'a data_source_id is needed'],
    [
      'airtable.create_records',
      { base_id: 'a', table: 'b', records: Array.from({ length: 11 }, () => ({})) },
      'Too big',
    ],
    ['gmail.nothing', {}, 'There is nothing here.'],
    ['telegram.send', {}, 'There is nothing here.'],
    ['__proto__.x', {}, 'There is nothing here.'],
  ])('%s %j', async (name, args, words) => {
    expect(await refusal(name, args)).toContain(words);
    expect(fake.seen).toEqual([]);
  });

  it('needs a caller and a key, and reaches nobody else’s apps', async () => {
    const client = createClient(AppService, serviceTransport('connections', undefined));
    await expect(client.listApps({})).rejects.toMatchObject({ code: Code.Unauthenticated });
    expect(await refusal('gmail.list_labels', {}, { key: '' })).toBe('a key is needed');
    expect(await list(BOB)).toEqual([]);
    expect(await refusal('gmail.list_labels', {}, { userId: BOB })).toBe(
      'Gmail is not connected. Connect it in Settings › Connections.',
    );
    expect(fake.seen).toEqual([]);
  });
});

describe('switches', () => {
  const set = (slug: string, reading: boolean, writing: boolean, who = ada) =>
    who(`/api/connections/apps/${slug}/tools`, { method: 'PUT', json: { reading, writing } });
  const names = async (slug: string) => (await list()).find((app) => app.slug === slug)?.tools.map(({ name }) => name);

  it('IM-01 tools that read and tools that do more are switched apart, and are absent while off', async () => {
    expect((await set('linear', true, false)).status).toBe(204);
    expect(await names('linear')).toEqual(['search_issues', 'list_my_issues', 'read_issue', 'list_teams']);
    expect(await refusal('linear.add_comment', { issue_id: 'i', body: 'Hi' })).toBe(
      'Writing is switched off for Linear. It is switched on in Settings › Connections.',
    );
    await set('linear', false, true);
    expect(await names('linear')).toEqual(['create_issue', 'update_issue', 'add_comment']);
    const put = (json: object) => ada('/api/connections/apps/linear/tools', { method: 'PUT', json });
    await set('linear', true, true);
    await Promise.all([put({ writing: false }), put({})]);
    await put({ reading: true });
    expect(await appOf('linear')).toMatchObject({ reading: true, writing: false });
    await put({ reading: false });
    expect(await names('linear')).toBeUndefined();
    expect(fake.seen).toEqual([]);
    expect((await set('linear', true, true, service.as(BOB))).status).toBe(404);
    expect((await set('telegram', true, true)).status).toBe(404);
  });

  it('writing is asked for only when it is wanted, and the app says for what', async () => {
    await ada('/api/connections/apps/gmail', { method: 'DELETE' });
    expect(await appOf('gmail')).toMatchObject({ writing: false, writing_asks_for: 'write drafts and send mail' });
    expect(new URL(await consentOf('gmail')).searchParams.get('scope')).not.toContain('compose');
    fake.oauth.scope = 'openid https://www.googleapis.com/auth/gmail.readonly';
    await connect('gmail');
    expect(await names('gmail')).not.toContain('send_message');
    expect(await outcome(set('gmail', true, true))).toEqual([409, 'connections.scope_missing', NO_LEAVE]);
    // The user leaves out what was asked for.
    await connect('gmail', ada, { writing: true });
    expect(await appOf('gmail')).toMatchObject({ connected: true, writing: false });
    fake.oauth.scope += ' https://www.googleapis.com/auth/gmail.compose';
    await connect('gmail', ada, { writing: true });
    expect(await appOf('gmail')).toMatchObject({ writing: true, writing_asks_for: null });
    fake.oauth.scope = undefined;
    expect((await listed()).find(({ app_slug }) => app_slug === 'telegram')).toMatchObject({ tools: [] });
  });
});
