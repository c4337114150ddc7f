/** S14 on the product: each important change leaves exactly one row, and the hash chain of all rows holds. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { Client } from 'pg';
import { adminUrlOptions } from '@zo/db';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { type FakeApps, startFakeApps } from '../../../infra/testing/product/fake-apps.js';
import { checkout, Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import {
  changeConnections,
  changeLimits,
  changeMemory,
  changeMachines,
  changePrograms,
  changeRoutines,
  changeSchedules,
  ok,
  type Row,
} from './audited-changes.js';
import { audited } from './audited.js';
import { changeChannels } from './channel-changes.js';
import { rows } from './rows.js';

let folder: string;
let postgres: Postgres;
let product: Product;
let ada: Person;
let apps: FakeApps;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-audit-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, maxConnections: 100 });
  apps = await startFakeApps();
  product = await startProduct({
    environment: {
      ZO_APPS_RELAY: apps.url,
      DATABASE_URL: postgres.adminUrl,
      ZO_ALLOW_VOLATILE_DATABASE: '1',
      ZO_IDLE_MINUTES: '0.1',
    },
  });
  ada = await Person.claim(product);
});
afterAll(async () => {
  await product?.stop();
  await apps?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The audit entries of a user, oldest first. */
async function log(person: Person): Promise<Row[]> {
  const entries: Row[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
    const page: { entries: Row[]; next_before: number | null } = await person.json(
      `/api/audit?before=${before}&limit=7`,
    );
    entries.push(...page.entries);
    before = page.next_before;
  }
  return entries.toReversed();
}

/** Leaves out computers, which start and stop by themselves. */
const ofPeople = (entries: readonly Row[]) => entries.filter(({ action }) => !action.startsWith('computer.'));

/** Does something and returns the audit entries that it left. */
async function entriesOf(route: string, perform: () => Promise<unknown>): Promise<Row[]> {
  const expected = audited[route] as readonly string[];
  const before = ofPeople(await log(ada)).length;
  await perform();
  const left = await eventually(async () => {
    const entries = ofPeople(await log(ada)).slice(before);
    return entries.length >= expected.length && entries;
  });
  expect([route, left.map(({ action }) => action)]).toEqual([route, expected]);
  return left;
}

const create = (name: string) => ada.json('/api/files/create', { root: 'w', path: [name], type: 'note', content: 'x' });
const say = async (text: string, conversation = 'new') => {
  const sent = await ada.json<{ run_id: string; conversation_id: string }>(
    `/api/conversations/${conversation}/messages`,
    { text },
  );
  await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
  return sent;
};

it('S14 every route that changes something declares its audit entries, or why it has none', () => {
  const changing = Object.keys(rows).filter((route) => !/^(GET|HEAD) /.test(route));
  expect(Object.keys(audited).toSorted()).toEqual(changing.toSorted());
});

it('S14 every audited route leaves exactly one row per change', async () => {
  const first = ofPeople(await log(ada));
  expect(first.map(({ action }) => action)).toEqual(audited['POST /api/auth/claim']);
  expect(first[0]!.details).toEqual({ owner: true, invitation: '' });

  const [made] = await entriesOf('POST /api/admin/invitations', () => ada.json('/api/admin/invitations', {}));
  await entriesOf('DELETE /api/admin/invitations/{id}', () =>
    ok(ada.fetch(`/api/admin/invitations/${made!.target}`, { method: 'DELETE' })),
  );
  await entriesOf('PUT /api/admin/sign-up', () => ok(ada.post('/api/admin/sign-up', { mode: 'invitation' }, 'PUT')));
  await entriesOf('POST /api/auth/sign-in', () => Person.signIn(product, 'ada'));
  const second = await Person.signIn(product, 'ada');
  await entriesOf('POST /api/auth/sign-out', () => ok(second.post('/api/auth/sign-out', {})));
  const { sessions } = await ada.json<{ sessions: { id: string; current: boolean }[] }>('/api/auth/sessions');
  await entriesOf('DELETE /api/auth/sessions/{id}', () =>
    ok(ada.fetch(`/api/auth/sessions/${sessions.find(({ current }) => !current)!.id}`, { method: 'DELETE' })),
  );
  const [changed] = await entriesOf('POST /api/auth/password', () =>
    ok(ada.post('/api/auth/password', { current: 'correct horse', next: 'battery staple' })),
  );
  expect(changed!.details).toEqual({ sessions_ended: 0 });

  await changePrograms({ ada, entriesOf });
  await changeMachines({ ada, entriesOf });

  const [provider] = await entriesOf('POST /api/models/providers', () =>
    ada.json('/api/models/providers', { kind: 'openai', label: 'mine', api_key: 'sk-canary', models: ['gpt'] }),
  );
  expect(provider!.details).toEqual({ kind: 'openai', key: 'given' });
  await entriesOf('PATCH /api/models/providers/{id}', () =>
    ok(ada.post(`/api/models/providers/${provider!.target}`, { enabled: false }, 'PATCH')),
  );
  const [shared] = await entriesOf('PUT /api/models/providers/{id}/share', () =>
    ok(ada.post(`/api/models/providers/${provider!.target}/share`, { models: null, people: null }, 'PUT')),
  );
  expect(shared!.details).toEqual({ people: 'all' });
  await entriesOf('DELETE /api/models/providers/{id}/share', () =>
    ok(ada.fetch(`/api/models/providers/${provider!.target}/share`, { method: 'DELETE' })),
  );
  await entriesOf('DELETE /api/models/providers/{id}', () =>
    ok(ada.fetch(`/api/models/providers/${provider!.target}`, { method: 'DELETE' })),
  );
  await changeLimits({ ada, entriesOf });
  await changeChannels({ ada, entriesOf });
  const [search] = await entriesOf('PUT /api/web-search', () =>
    ok(ada.post('/api/web-search', { kind: 'tavily', api_key: 'tvly-canary' }, 'PUT')),
  );
  expect(search!.details).toEqual({ kind: 'tavily', key: 'given' });
  const [media] = await entriesOf('PUT /api/media-models/{task}', () =>
    ok(
      ada.post(
        '/api/media-models/image',
        { model: 'gpt-image-1', base_url: 'https://a.example.com/v1', api_key: 'media-canary' },
        'PUT',
      ),
    ),
  );
  expect(media!.details).toEqual({ task: 'image', key: 'given' });
  await entriesOf('DELETE /api/media-models/{task}', () =>
    ok(ada.fetch('/api/media-models/image', { method: 'DELETE' })),
  );
  await entriesOf('DELETE /api/web-search', () => ok(ada.fetch('/api/web-search', { method: 'DELETE' })));

  await entriesOf('PUT /api/trust-modes', () =>
    ok(ada.post('/api/trust-modes', { zofile_id: null, mode: 'balanced' }, 'PUT')),
  );
  await changeMemory({ ada, entriesOf }, join(product.data, 'homes'));
  const [grant] = await entriesOf('POST /api/granted-hosts', () =>
    ada.json('/api/granted-hosts/', { host: 'canary.example' }),
  );
  await entriesOf('DELETE /api/granted-hosts/{id}', () =>
    ok(ada.fetch(`/api/granted-hosts/${grant!.target}`, { method: 'DELETE' })),
  );
  await changeConnections({ ada, entriesOf }, apps);
  await changeRoutines({ ada, entriesOf });
  await changeSchedules({ ada, entriesOf });
  const [persona] = await entriesOf('POST /api/zofiles', () =>
    ada.json('/api/zofiles/', { name: 'canary', prompt: 'canary' }),
  );
  expect(persona!.details).toEqual({});
  await entriesOf('PUT /api/zofiles/{id}', () =>
    ok(ada.post(`/api/zofiles/${persona!.target}`, { prompt: 'canary 2' }, 'PUT')),
  );
  await entriesOf('DELETE /api/zofiles/{id}', () =>
    ok(ada.fetch(`/api/zofiles/${persona!.target}`, { method: 'DELETE' })),
  );

  await create('gone.md');
  await entriesOf('POST /api/files/trash', () =>
    ada.json('/api/files/trash', { items: [{ root: 'w', path: ['gone.md'] }] }),
  );
  const [deleted] = await entriesOf('POST /api/files/delete', () =>
    ada.json('/api/files/delete', { items: [{ root: 'w', path: ['Trash', 'gone.md'] }] }),
  );
  expect(deleted!.target).toContain('Trash/gone.md');
  await entriesOf('POST /api/files/empty-trash', () => ada.json('/api/files/empty-trash', {}));

  let written = { run_id: '', conversation_id: '' };
  const [call] = await entriesOf(
    'POST /api/conversations/{id}/messages',
    async () => void (written = await say('write note.md: words')),
  );
  expect(call).toMatchObject({
    actor: 'agent',
    details: { tool: 'create_or_rewrite_file', decision: 'run', state: 'done' },
  });
  await entriesOf('POST /api/runs/{id}/undo', () => ok(ada.post(`/api/runs/${written.run_id}/undo`, {})));
  await entriesOf('POST /api/runs/{id}/redo', () => ok(ada.post(`/api/runs/${written.run_id}/redo`, {})));
  await entriesOf('POST /api/conversations/{id}/messages/stream', async () =>
    (
      await ada.post(`/api/conversations/${written.conversation_id}/messages/stream`, {
        text: 'run echo https://example.com',
      })
    ).text(),
  );
  await ask(written.conversation_id);
  let share = { id: '' };
  const shares = `/api/conversations/${written.conversation_id}/shares`;
  await entriesOf('POST /api/conversations/{id}/shares', async () => {
    share = await ada.json<{ id: string }>(shares, { days: 7 });
  });
  await entriesOf('DELETE /api/conversations/{id}/shares/{share}', () =>
    ok(ada.fetch(`${shares}/${share.id}`, { method: 'DELETE' })),
  );
  await entriesOf('DELETE /api/conversations/{id}', () =>
    ok(ada.fetch(`/api/conversations/${written.conversation_id}`, { method: 'DELETE' })),
  );

  const bob = await Person.invited(product, ada, 'bob');
  const entries = ofPeople(await log(bob));
  expect(entries.map(({ action }) => action)).toEqual(audited['POST /api/auth/sign-up']);
  expect(entries[0]!.details['invitation']).toMatch(/^[0-9a-f-]{36}$/);
});

const PASTED = {
  id: 'p1',
  kind: 'text',
  title: 'Tides',
  content: 'The tide comes\nand goes.',
  lineCount: 2,
  charCount: 24,
  createdAt: new Date(0).toISOString(),
};

/** A command in a chat that was shown text of others: it runs closed, and what it tried to reach is asked about. */
async function ask(conversation: string): Promise<void> {
  const before = ofPeople(await log(ada)).length;
  const { run_id } = await ada.json<{ run_id: string }>(`/api/conversations/${conversation}/messages`, {
    text: 'run curl -s http://example.com',
    attachments: [PASTED],
  });
  const following = await ada.fetch(`/api/runs/${run_id}/events`);
  let text = '';
  for await (const part of following.body as unknown as AsyncIterable<Uint8Array>) {
    const asked = /"approval_id":"([^"]+)"/.exec((text += Buffer.from(part).toString()))?.[1];
    if (asked && (text = '') === '')
      await ok(ada.post(`/api/runs/${run_id}/approvals/${asked}`, { decision: 'approve' }));
  }
  const left = ofPeople(await log(ada)).slice(before);
  expect(left.map(({ action, actor }) => [action, actor])).toEqual([
    ['approval.answered', 'human'],
    ['tool.called', 'agent'],
  ]);
}

it('S14 a computer that is woken and put to sleep is audited once each time', async () => {
  await ada.json('/api/computer/wake', {});
  const entries = await eventually(async () => {
    const found = (await log(ada)).filter(({ action }) => action.startsWith('computer.'));
    return found.at(-1)?.action === 'computer.suspended' && found;
  });
  expect(entries.map(({ action }, n) => [n, action])).toEqual(
    entries.map((_, n) => [n, n % 2 === 0 ? 'computer.woken' : 'computer.suspended']),
  );
  expect(entries.at(-1)!.actor).toBe('system');
});

it('S14 the verify command accepts the log, and detects a change by an administrator', async () => {
  const verify = () => {
    const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: postgres.adminUrl, ZO_DATA: product.data };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', './infra/tools/build/ts-hooks.mjs', 'infra/apps/launcher/audit.ts', 'verify'],
      { cwd: checkout, env, encoding: 'utf8' },
    );
    return { status, said: stdout + stderr };
  };
  expect(verify()).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^\d+ rows of 2 users, \d+ anchors: nothing was changed\n$/),
  });
  const admin = new Client(adminUrlOptions(postgres.adminUrl));
  await admin.connect();
  await admin.query(`update audit.entry set target = 'nothing' where action = 'provider.removed'`);
  await admin.end();
  expect(verify()).toMatchObject({ status: 1, said: expect.stringContaining(`${ada.me.claims.id}: row`) });
});
