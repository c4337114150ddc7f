/** Changes of the owner that leave audit entries, by what they are about. */
import { expect } from '@jest/globals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeApps } from '../../../infra/testing/product/fake-apps.js';
import { startFakeMcp } from '../../../infra/testing/product/fake-mcp.js';
import { consent, exchange, requestOfProgram, sendForm } from '../../../infra/testing/product/oauth-client.js';
import type { Person } from '../../../infra/testing/product/product.js';

export interface Row {
  readonly seq: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
}

export interface Changes {
  readonly ada: Person;
  /** Does something and returns the audit entries that it left. */
  readonly entriesOf: (route: string, perform: () => Promise<unknown>) => Promise<Row[]>;
}

export const ok = async (answer: Promise<Response>) => expect((await answer).ok).toBe(true);

/** Tokens of programs, and the MCP servers that are used. */
export async function changePrograms({ ada, entriesOf }: Changes): Promise<void> {
  const [token] = await entriesOf('POST /api/tokens', () =>
    ada.json('/api/tokens', { name: 'canary', scopes: ['files:read', 'chats:write'], days: 7 }),
  );
  expect(token!.details).toEqual({ scopes: 'files:read chats:write', days: 7 });
  await entriesOf('DELETE /api/tokens/{id}', () => ok(ada.fetch(`/api/tokens/${token!.target}`, { method: 'DELETE' })));

  await connectPrograms({ ada, entriesOf });
  const fake = await startFakeMcp([{ name: 'weather' }]);
  const [mcp] = await entriesOf('POST /api/mcp-servers', () =>
    ada.json('/api/mcp-servers', { name: 'canary', url: fake.url, secret: 'mcp-canary' }),
  );
  expect(mcp!.details).toEqual({ key: 'given' });
  const server = `/api/mcp-servers/${mcp!.target}`;
  await entriesOf('PUT /api/mcp-servers/{id}/tools', () => ok(ada.post(`${server}/tools`, { on: [] }, 'PUT')));
  await entriesOf('DELETE /api/mcp-servers/{id}', () => ok(ada.fetch(server, { method: 'DELETE' })));
  await fake.stop();
}

/** Programs that sign in by OAuth, one of which its person disconnects, and one of which ends itself. */
async function connectPrograms({ ada, entriesOf }: Changes): Promise<void> {
  for (const ending of ['DELETE /api/oauth/programs/{id}', 'POST /api/oauth/revoke']) {
    const asked = await requestOfProgram(ada, { scope: 'files:read' });
    let back: URL;
    const [allowed] = await entriesOf('POST /api/oauth/requests/{id}', async () => {
      back = await consent(ada, asked.toString());
    });
    expect(allowed!.details).toEqual({ scopes: 'files:read', audience: 'mcp' });
    const { access_token: token } = await exchange(ada, asked, back!);
    const [ended] = await entriesOf(ending, () =>
      ok(
        ending.startsWith('DELETE')
          ? ada.fetch(`/api/oauth/programs/${allowed!.target}`, { method: 'DELETE' })
          : sendForm(ada, 'revoke', { token, client_id: asked.get('client_id')! }),
      ),
    );
    expect(ended!.target).toBe(allowed!.target);
  }
}

/** A machine of the owner's own. */
export async function changeMachines({ ada, entriesOf }: Changes): Promise<void> {
  const { code } = await ada.json<{ code: string }>('/api/machines/codes', {});
  const said = { code, name: 'canary', platform: 'linux', folder: '/home/canary', shell: true };
  const [paired] = await entriesOf('POST /api/machines/pair', () => ok(ada.post('/api/machines/pair', said)));
  expect(paired!.details).toEqual({ platform: 'linux', shell: true });
  const machine = `/api/machines/${paired!.target}`;
  const change = { name: 'canary two', tools: true };
  await entriesOf('PATCH /api/machines/{id}', () => ok(ada.post(machine, change, 'PATCH')));
  await entriesOf('DELETE /api/machines/{id}', () => ok(ada.fetch(machine, { method: 'DELETE' })));
}

/** Clients of apps, and an app that is connected by one. */
export async function changeConnections({ ada, entriesOf }: Changes, { oauth }: FakeApps): Promise<void> {
  const client = '/api/connections/clients/google';
  const { clientId: client_id, clientSecret: client_secret } = oauth;
  const [set] = await entriesOf('PUT /api/connections/clients/{provider}', () =>
    ok(ada.post(client, { client_id, client_secret }, 'PUT')),
  );
  expect([set!.target, set!.details]).toEqual(['google', {}]);
  const { url } = await ada.json<{ url: string }>('/api/connections/apps/google_drive/connect', {});
  const answer = await fetch(url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const ended = await ada.fetch(back.pathname + back.search, { redirect: 'manual' });
  expect(ended.headers.get('location')).toBe('/settings?outcome=connected&app=google_drive#connections');
  const toolsOfApps = async () =>
    (await ada.json<{ tools: { slug: string }[] }>('/api/tools')).tools.filter(({ slug }) =>
      slug.startsWith('use_app_'),
    );
  expect(await toolsOfApps()).toMatchObject([{ slug: 'use_app_google_drive' }]);
  const [switched] = await entriesOf('PUT /api/connections/apps/{slug}/tools', () =>
    ok(ada.post('/api/connections/apps/google_drive/tools', { reading: false, writing: false }, 'PUT')),
  );
  expect(switched!.details).toEqual({ reading: false, writing: false });
  expect(await toolsOfApps()).toEqual([]);
  await entriesOf('DELETE /api/connections/apps/{slug}', () =>
    ok(ada.fetch('/api/connections/apps/google_drive', { method: 'DELETE' })),
  );
  await entriesOf('DELETE /api/connections/clients/{provider}', () => ok(ada.fetch(client, { method: 'DELETE' })));
}

/** What people and personas may spend, and on which plan they are. */
export async function changeLimits({ ada, entriesOf }: Changes): Promise<void> {
  const limits = { day_cents: null, month_cents: 500, day_tokens: null, month_tokens: null };
  const [allowance] = await entriesOf('PUT /api/allowances/people', () =>
    ok(ada.post('/api/allowances/people', { person_id: null, ...limits }, 'PUT')),
  );
  expect(allowance!.details).toEqual({ month_cents: 500 });
  await entriesOf('PUT /api/allowances/personas', () =>
    ok(ada.post('/api/allowances/personas', { zofile_id: crypto.randomUUID(), ...limits }, 'PUT')),
  );
  await entriesOf('PUT /api/plans', () =>
    ok(ada.post('/api/plans', { person_id: crypto.randomUUID(), plan: 'free' }, 'PUT')),
  );
}

export async function changeRoutines({ ada, entriesOf }: Changes): Promise<void> {
  const [made] = await entriesOf('POST /api/zoroutines', () =>
    ada.json('/api/zoroutines', { file_path: 'w/Canary.zoroutine', instruction: 'canary' }),
  );
  const path = `/api/zoroutines/${made!.target}`;
  await entriesOf('PUT /api/zoroutines/{id}', () => ok(ada.post(path, { instruction: 'canary 2' }, 'PUT')));
  await entriesOf('DELETE /api/zoroutines/{id}', () => ok(ada.fetch(path, { method: 'DELETE' })));
  await changeArmedRoutine({ ada, entriesOf });
}

async function changeArmedRoutine({ ada, entriesOf }: Changes): Promise<void> {
  const file = { root: 'w', path: ['Armed.zoroutine'], base: { absent: true } };
  await ada.json('/api/files/write', {
    ...file,
    content: '---\nschedule: { rrule: FREQ=DAILY;BYHOUR=8;BYMINUTE=0, zone: UTC }\n---\n\ncanary\n',
  });
  const { id, proposed } = await ada.json<{ id: string; proposed: { hash: string } }>('/api/zoroutines', {
    file_path: 'w/Armed.zoroutine',
  });
  const path = `/api/zoroutines/${id}/arm`;
  await entriesOf('POST /api/zoroutines/{id}/arm', () => ok(ada.post(path, { hash: proposed.hash })));
  await entriesOf('DELETE /api/zoroutines/{id}/arm', () => ok(ada.fetch(path, { method: 'DELETE' })));
}

export async function changeSchedules({ ada, entriesOf }: Changes): Promise<void> {
  const rule = { rrule: 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0', zone: 'UTC' };
  const [made] = await entriesOf('POST /api/schedules', () =>
    ada.json('/api/schedules', { instruction: 'canary', ...rule }),
  );
  expect(made!.details).toEqual({});
  const path = `/api/schedules/${made!.target}`;
  await entriesOf('PUT /api/schedules/{id}', () => ok(ada.post(path, { instruction: 'canary 2' }, 'PUT')));
  await entriesOf('POST /api/schedules/{id}/pause', () => ok(ada.post(`${path}/pause`, {})));
  await entriesOf('POST /api/schedules/{id}/resume', () => ok(ada.post(`${path}/resume`, {})));
  await ok(ada.post(path, { webhook: true }, 'PUT'));
  await entriesOf('POST /api/schedules/{id}/hook', () => ok(ada.post(`${path}/hook`, {})));
  await entriesOf('POST /api/schedules/{id}/run', () => ok(ada.post(`${path}/run`, {})));
  await entriesOf('DELETE /api/schedules/{id}', () => ok(ada.fetch(path, { method: 'DELETE' })));
}

/** @param homes folder of the homes, where a program of the computer writes */
export async function changeMemory({ ada, entriesOf }: Changes, homes: string): Promise<void> {
  await entriesOf('PUT /api/memory/facts', () =>
    ok(ada.post('/api/memory/facts', { file_path: null, before: null, after: 'canary' }, 'PUT')),
  );
  const [home] = readdirSync(homes);
  // A program of the computer writes it.
  writeFileSync(join(homes, home!, 'workspace', 'AGENTS.md'), 'canary');
  const { waiting } = await ada.json<{ waiting: { file_path: string; hash: string }[] }>('/api/memory');
  const [{ file_path, hash }] = waiting as [(typeof waiting)[number]];
  const [kept] = await entriesOf('POST /api/memory/kept', () => ok(ada.post('/api/memory/kept', { file_path, hash })));
  expect(kept!.details).toEqual({ kind: 'guide' });
}
