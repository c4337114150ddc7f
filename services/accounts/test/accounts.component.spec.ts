import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@connectrpc/connect';
import { SessionService } from '@zo/proto/accounts/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { systemCtx } from '@zo/auth';
import { startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';

let test: TestPlatform;
let service: TestService;
const PASSWORD = 'correct horse';

/** Posts from a new address each time, so that the limits of one client do not add up over the tests. */
const post = (path: string, body: unknown, address: string = crypto.randomUUID()) =>
  fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': address },
    body: JSON.stringify(body),
  });
const claimToken = () => readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
const cookieOf = (response: Response) => /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
const problem = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

interface Me {
  claims: { id: string; email: string; domains: string[] };
  profile: Record<string, unknown>;
  handle: string;
  is_owner: boolean;
  addresses: Record<string, string>;
  settings: Record<string, unknown>;
  onboarding: Record<string, unknown>;
}

let owner: Me;
let open: Me;
const signUp = async (fields: Record<string, unknown>) =>
  (await (await post('/auth/sign-up', { password: PASSWORD, ...fields })).json()) as Me;

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

describe('before there is an owner', () => {
  it('AU-01 every API except the public ones returns 401 when signed out', async () => {
    const routes = ['/auth/me', '/auth/sessions', '/admin/sign-up'].map((path) => fetch(`${service.url}/api${path}`));
    const writes = ['/auth/password', '/settings/theme', '/onboarding/', '/tokens/wss-nonce', '/auth/sign-out'].map(
      (path) => post(path, {}),
    );
    const answers = await Promise.all([...routes, ...writes]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  });

  it('AU-02 sign-up is refused before the owner has claimed the computer', async () => {
    expect(await problem(await post('/auth/sign-up', { email: 'early@example.com', password: PASSWORD }))).toEqual([
      403,
      'accounts.not_claimed',
    ]);
  });

  it('AU-02 the printed link makes exactly its first visitor the owner', async () => {
    const token = claimToken();
    expect(
      await problem(
        await post('/auth/claim', { token: 'x'.repeat(token.length), email: 'a@example.com', password: PASSWORD }),
      ),
    ).toEqual([403, 'accounts.claim_token_wrong']);
    const visits = await Promise.all(
      [1, 2, 3].map((n) =>
        post('/auth/claim', { token, email: `ada${n}@example.com`, password: PASSWORD, handle: `Ada ${n}` }),
      ),
    );
    const [first] = visits.filter(({ status }) => status === 201);
    expect(visits.filter(({ status }) => status === 201)).toHaveLength(1);
    owner = (await first!.json()) as Me;
    expect(owner.is_owner).toBe(true);
    expect((await post('/auth/claim', { token, email: 'late@example.com', password: PASSWORD })).status).toBe(403);
  });
});

describe('signing up and in', () => {
  it('AU-02 sign-up requires an invitation by default, and follows the mode the owner sets', async () => {
    const asOwner = service.as(owner.claims.id, { owner: true });
    const join = (email: string, invitation?: string) =>
      post('/auth/sign-up', { email, password: PASSWORD, invitation });
    const invite = async (email: string) =>
      ((await (await asOwner('/api/admin/invitations', { json: { email } })).json()) as { code: string }).code;
    expect(await problem(await join('b@example.com'))).toEqual([403, 'accounts.invitation_needed']);
    const code = await invite('Bob@Example.com');
    expect(await problem(await join('eve@example.com', code))).toEqual([403, 'accounts.invitation_bad']);
    expect((await join('bob@example.com', code)).status).toBe(201);
    expect(await problem(await join('bob2@example.com', code))).toEqual([403, 'accounts.invitation_bad']);
    const unused = await invite('c@example.com');
    await asOwner('/api/admin/sign-up', { method: 'PUT', json: { mode: 'closed' } });
    for (const invitation of [undefined, unused])
      expect(await problem(await join('c@example.com', invitation))).toEqual([403, 'accounts.sign_up_closed']);
    await asOwner('/api/admin/sign-up', { method: 'PUT', json: { mode: 'open' } });
    open = await signUp({ email: 'cleo@example.com', handle: 'Cléo!', src: 'files', referrer: 'A-d_a 1' });
    expect(open.handle).toBe('cleo');
  });

  it('AU-02 src and the normalised referrer are stored with the account', async () => {
    const ctx = systemCtx(open.claims.id);
    const { Database } = await import('@zo/db');
    const database = service.service.app.get(Database);
    const rows: unknown = await database.tx(ctx, ({ tx }) => tx.query('select src, referrer from users'));
    expect(rows).toEqual([{ src: 'files', referrer: 'ada1' }]);
  });

  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  ÄÖÜ straße ', 'aou-stra-e'],
    ['', 'you'],
    ['***', 'you'],
    ['x'.repeat(80), 'x'.repeat(63)],
    ['-a-', 'a'],
  ])('AU-03 the handle text %j becomes the DNS label %j', async (text, label) => {
    const answer = await fetch(`${service.url}/api/handles/${encodeURIComponent(text || ' ')}`);
    expect(await answer.json()).toMatchObject({ handle: label });
  });

  it('AU-03 handles are unique, reserved names are refused, and the default is you, you-2', async () => {
    expect(
      await problem(await post('/auth/sign-up', { email: 'd@example.com', password: PASSWORD, handle: 'CLEO' })),
    ).toEqual([409, 'accounts.handle_taken']);
    expect(
      await problem(await post('/auth/sign-up', { email: 'd@example.com', password: PASSWORD, handle: 'admin' })),
    ).toEqual([409, 'accounts.handle_taken']);
    const people = [await signUp({ email: 'e@example.com' }), await signUp({ email: 'f@example.com' })];
    expect(people.map(({ handle }) => handle)).toEqual(['you-2', 'you-3']);
    expect(people[0]!.addresses).toEqual({
      web: 'you-2.localhost',
      email: 'you-2@mail.localhost',
      sms: 'you-2@sms.mail.localhost',
      desktop: 'zo://you-2.localhost',
      sites: 'you-2.sites.localhost',
    });
  });

  it('AU-02 of two concurrent sign-ups with one e-mail exactly one succeeds', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post('/auth/sign-up', { email: 'twin@example.com', password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  it('AU-02 sign-in sets a cookie, returns the same 401 for a wrong password and an unknown e-mail, and sign-out ends it', async () => {
    const signedIn = await post('/auth/sign-in', { email: 'CLEO@example.com', password: PASSWORD });
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const wrong = await post('/auth/sign-in', { email: 'cleo@example.com', password: 'nope' });
    const unknown = await post('/auth/sign-in', { email: 'nobody@example.com', password: 'nope' });
    expect([await wrong.json(), await unknown.json()].map((body) => (body as { detail: string }).detail)).toEqual(
      Array(2).fill('Wrong e-mail or password.'),
    );
    const sessions = createClient(SessionService, serviceTransport('accounts', undefined));
    const caller = await asCaller(test.platform.issuer, 'accounts', systemCtx(crypto.randomUUID()));
    const cookie = cookieOf(signedIn);
    const session = await sessions.resolve({ cookie }, caller);
    expect(session).toMatchObject({ userId: open.claims.id, handle: 'cleo', owner: false });
    const token = await test.platform.issuer.mint('accounts', {
      userId: session.userId,
      sessionId: session.sessionId,
      actor: 'human',
      owner: false,
    });
    const out = await fetch(`${service.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(out.status).toBe(204);
    await expect(sessions.resolve({ cookie }, caller)).rejects.toThrow('not_found');
  });

  it('S9 password guessing is limited with Retry-After', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        post('/auth/sign-in', { email: 'target@example.com', password: 'guess' }, '203.0.113.7'),
      ),
    );
    const refused = tries.filter(({ status }) => status === 429);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('signed-in users', () => {
  it('AU-04 claims and profile have the fields of the specification', async () => {
    const me = (await (await service.as(open.claims.id)('/api/auth/me')).json()) as Me;
    expect(me.claims).toEqual({ id: open.claims.id, email: 'cleo@example.com', domains: ['cleo.localhost'] });
    expect(Object.keys(me.profile).toSorted()).toEqual(['domains', 'email', 'full_name', 'id', 'picture']);
  });

  it('AU-06 onboarding flags can be set and incremented', async () => {
    const me = service.as(open.claims.id);
    await me('/api/onboarding/', { json: { field: 'has_created_note', op: 'set', value: true } });
    for (const by of [1, 2]) await me('/api/onboarding/', { json: { field: 'has_emailed_zo', op: 'incr', by } });
    const { onboarding } = (await (await me('/api/auth/me')).json()) as Me;
    expect(onboarding).toMatchObject({ has_created_note: true, has_emailed_zo: 3, has_created_page: false });
    expect((await me('/api/onboarding/', { json: { field: 'is_admin', op: 'set', value: true } })).status).toBe(400);
  });

  it('AP-01 the saved theme is returned', async () => {
    const me = service.as(open.claims.id);
    const theme = { mode: 'dark', preset: 'harbour', custom: null };
    expect(await (await me('/api/settings/theme', { json: theme })).json()).toEqual({ success: true, theme });
    expect(((await (await me('/api/auth/me')).json()) as Me).settings).toMatchObject({ theme, show_dotfiles: false });
  });

  it('AP-01 custom colours are saved as the settings page sends them', async () => {
    const me = service.as(open.claims.id);
    const theme = {
      mode: 'system',
      preset: 'harbour',
      custom: { dark: { hue: 210, tint: 1.2, accent: 30, chroma: 0.1, depth: -0.02 } },
    };
    expect(await (await me('/api/settings/theme', { json: theme })).json()).toEqual({ success: true, theme });
    expect((await me('/api/settings/theme', { json: { ...theme, custom: { dark: { hue: 'red' } } } })).status).toBe(
      400,
    );
  });

  it('AU-07 a nonce comes with its edge host and is limited per session', async () => {
    const me = service.as(open.claims.id);
    const first = (await (await me('/api/tokens/wss-nonce', { method: 'POST' })).json()) as Record<string, string>;
    expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), edge_host: 'localhost:4600' });
    const rest = await Promise.all(Array.from({ length: 31 }, () => me('/api/tokens/wss-nonce', { method: 'POST' })));
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('S4 sign-up settings and invitations return 404 to everybody except the owner', async () => {
    const me = service.as(open.claims.id);
    const answers = [
      await me('/api/admin/sign-up'),
      await me('/api/admin/sign-up', { method: 'PUT', json: { mode: 'open' } }),
      await me('/api/admin/invitations', { json: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('S4 row-level security hides other users even from a query without a filter', async () => {
    const { Database } = await import('@zo/db');
    const database = service.service.app.get(Database);
    const rows: unknown = await database.tx(systemCtx(open.claims.id), ({ tx }) => tx.query('select id from users'));
    expect(rows).toEqual([{ id: open.claims.id }]);
    const sessions: { user_id: string }[] = await database.tx(systemCtx(open.claims.id), ({ tx }) =>
      tx.query('select user_id from sessions'),
    );
    expect(new Set(sessions.map(({ user_id }) => user_id))).toEqual(new Set([open.claims.id]));
  });

  it('S4 a token for another service, with a changed byte or another algorithm returns 401', async () => {
    const foreign = await test.platform.issuer.mint('files', { userId: open.claims.id, actor: 'human', owner: false });
    const good = await service.token(open.claims.id);
    const flipped = good.slice(0, -3) + (good.at(-3) === 'A' ? 'B' : 'A') + good.slice(-2);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`;
    for (const token of [foreign, flipped, none]) {
      const answer = await fetch(`${service.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
    }
  });

  it('S13 malformed, wrong and hostile bodies return 400 with a sentence', async () => {
    const raw = (body: string) =>
      fetch(`${service.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    for (const body of [
      '{',
      '[]',
      '"x"',
      '{"email":["a@b.c","d@e.f"],"password":"x"}',
      '{"email":null}',
      '{"__proto__":{"x":1}}',
      '{"email":"a@b.co","password":"x","extra":1}',
    ]) {
      const answer = await raw(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(typeof ((await answer.json()) as { detail: string }).detail).toBe('string');
    }
  });
});
