import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';

const PASSWORD = 'correct horse';
let test: TestPlatform;
let service: TestService;
let me: TestFetch;

const post = (path: string, body: unknown) =>
  fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
const seen = async () =>
  (await (await me('/api/auth/me')).json()) as {
    settings: Record<string, unknown>;
    onboarding: Record<string, unknown>;
    profile: Record<string, unknown>;
  };

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const claimed = (await (
    await post('/auth/claim', { email: 'owner@example.com', password: PASSWORD, token })
  ).json()) as { claims: { id: string } };
  me = service.as(claimed.claims.id, { owner: true });
  await me('/api/admin/sign-up', { method: 'PUT', json: { mode: 'open' } });
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

describe('concurrent changes', () => {
  it('AU-06 concurrent onboarding increments are all counted', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        me('/api/onboarding/', { json: { field: 'has_emailed_zo', op: 'incr', by: 1 } }),
      ),
    );
    expect((await seen()).onboarding['has_emailed_zo']).toBe(20);
  });

  it('AP-01 concurrent changes of different settings are all kept', async () => {
    for (let round = 0; round < 5; round++) {
      const theme = { mode: 'dark', preset: `preset-${round}`, custom: null };
      const [dotfiles, view] = [round % 2 === 0, round % 2 === 0 ? 'raw' : 'rich'];
      await Promise.all([
        me('/api/settings/theme', { json: theme }),
        me('/api/settings', { method: 'PATCH', json: { show_dotfiles: dotfiles } }),
        me('/api/settings', { method: 'PATCH', json: { note_view: view } }),
        me('/api/auth/me', { method: 'PATCH', json: { full_name: `Ada ${round}` } }),
        me('/api/auth/me', { method: 'PATCH', json: { picture: `data:image/png;base64,${round}AAA` } }),
      ]);
      const { settings, profile } = await seen();
      expect(settings).toMatchObject({ theme, show_dotfiles: dotfiles, note_view: view });
      expect(profile).toMatchObject({ full_name: `Ada ${round}`, picture: `data:image/png;base64,${round}AAA` });
    }
  });

  it('AU-03 concurrent sign-ups without a handle each get their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => post('/auth/sign-up', { email: `p${n}@example.com`, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const handles = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { handle: string }).handle),
    );
    expect(new Set(handles).size).toBe(6);
  });

  it('S9 guessing the current password is limited like signing in', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        me('/api/auth/password', { json: { current: 'a guess', next: 'a new password' } }),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(403), 429, 429]);
  });
});
