import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';

let test: TestPlatform;
let service: TestService;
let me: TestFetch;
let id: string;

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const claimed = await fetch(`${service.url}/api/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct horse', token }),
  });
  id = ((await claimed.json()) as { claims: { id: string } }).claims.id;
  me = service.as(id, { owner: true });
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

const good = { name: 'backup', scopes: ['files:read'], days: 30 };
const make = (body: object) => me('/api/tokens', { method: 'POST', json: body });
const list = async () => ((await (await me('/api/tokens')).json()) as { tokens: Record<string, unknown>[] }).tokens;

describe('personal tokens', () => {
  it('are shown once, and only their hash is stored', async () => {
    const made = (await (await make(good)).json()) as { secret: string; token: { prefix: string; id: string } };
    expect(made.secret.startsWith(`${made.token.prefix}_`)).toBe(true);
    const [token] = await list();
    expect(token).toMatchObject({ name: 'backup', scopes: ['files:read'], per_minute: 120, uses: 0 });
    expect(JSON.stringify(token)).not.toContain(made.secret.slice(17));
    expect((await me(`/api/tokens/${made.token.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await me(`/api/tokens/${made.token.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each([
    { ...good, name: ' ' },
    { ...good, name: 'x'.repeat(81) },
    { ...good, scopes: [] },
    { ...good, scopes: ['files:read', 'files:read'] },
    { ...good, scopes: ['admin:write'] },
    { ...good, days: 0 },
    { ...good, days: 366 },
    { ...good, per_minute: 0 },
    { ...good, per_minute: 1_201 },
    { ...good, owner: true },
  ])('are not made from %p', async (body) => expect((await make(body)).status).toBe(400));

  it('are fifty at most, also when they are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 55 }, () => make(good)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(50);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(await refused.json()).toMatchObject({ status: 409, code: 'accounts.too_many_tokens' });
  });

  it('are neither seen nor made nor revoked by a program, and a program changes no password', async () => {
    const scopes = ['account:read', 'account:write'] as const;
    const minted = await test.platform.issuer.mint('accounts', { userId: id, actor: 'api', owner: false, scopes });
    const [token] = await list();
    const attempts: [string, string, object?][] = [
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens', good],
      ['DELETE', `/api/tokens/${String(token!['id'])}`],
      ['POST', '/api/auth/password', { current: 'correct horse', next: 'battery staple' }],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${minted}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([path, await answer.json()]).toEqual([path, expect.objectContaining({ code: 'auth.person_only' })]);
    }
  });
});
