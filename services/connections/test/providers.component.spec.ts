/** What each provider is asked for consent, tokens and their end, as its documentation has it. */
import { beforeAll, expect, it } from '@jest/globals';
import { ada, answerOf, appOf, consentOf, fake, finish, outcome, setUp, useConnections } from './connections-setup.js';
import { call, json, refusal } from './app-calls.js';

useConnections();
beforeAll(() => {
  fake.oauth.iss = undefined;
});

const BASIC = `Basic ${Buffer.from('client-of-zo:secret-canary-0123456789').toString('base64')}`;

interface Documented {
  readonly app: string;
  readonly provider: string;
  readonly consent: string;
  readonly scope: string;
  readonly params?: Record<string, string>;
  readonly challenge: boolean;
  readonly token: string;
  readonly basic: boolean;
  readonly revoke: string;
  /** How the revocation is sent: the token in a form or as JSON, or as the bearer. */
  readonly by: 'form' | 'json' | 'bearer' | 'basic form';
}
const DOCUMENTED: readonly Documented[] = [
  {
    app: 'github',
    provider: 'github',
    consent: 'github.com/login/oauth/authorize',
    scope: 'read:user repo',
    challenge: true,
    token: 'POST github.com/login/oauth/access_token',
    basic: false,
    revoke: 'DELETE api.github.com/applications/client-of-zo/grant',
    by: 'json',
  },
  {
    app: 'dropbox',
    provider: 'dropbox',
    consent: 'www.dropbox.com/oauth2/authorize',
    scope: 'account_info.read files.metadata.read files.content.read',
    params: { token_access_type: 'offline' },
    challenge: true,
    token: 'POST api.dropboxapi.com/oauth2/token',
    basic: false,
    revoke: 'POST api.dropboxapi.com/2/auth/token/revoke',
    by: 'bearer',
  },
  {
    app: 'box',
    provider: 'box',
    consent: 'account.box.com/api/oauth2/authorize',
    scope: 'root_readonly',
    challenge: true,
    token: 'POST api.box.com/oauth2/token',
    basic: false,
    revoke: 'POST api.box.com/oauth2/revoke',
    by: 'form',
  },
  {
    app: 'todoist',
    provider: 'todoist',
    consent: 'app.todoist.com/oauth/authorize',
    scope: 'data:read',
    challenge: true,
    token: 'POST api.todoist.com/oauth/access_token',
    basic: false,
    revoke: 'POST api.todoist.com/api/v1/revoke',
    by: 'json',
  },
  {
    app: 'linkedin',
    provider: 'linkedin',
    consent: 'www.linkedin.com/oauth/v2/authorization',
    scope: 'openid profile email',
    challenge: false,
    token: 'POST www.linkedin.com/oauth/v2/accessToken',
    basic: false,
    revoke: 'POST www.linkedin.com/oauth/v2/revoke',
    by: 'form',
  },
  {
    app: 'reddit',
    provider: 'reddit',
    consent: 'www.reddit.com/api/v1/authorize',
    scope: 'identity read',
    params: { duration: 'permanent' },
    challenge: true,
    token: 'POST www.reddit.com/api/v1/access_token',
    basic: true,
    revoke: 'POST www.reddit.com/api/v1/revoke_token',
    by: 'basic form',
  },
];

it.each(DOCUMENTED.map((documented): [string, Documented] => [documented.app, documented]))(
  'IM-01 %s',
  async (app, asked) => {
    await setUp(asked.provider);
    const consent = new URL(await consentOf(app));
    const { searchParams } = consent;
    expect(consent.pathname.slice(1)).toBe(asked.consent);
    expect(searchParams.get('scope')).toBe(asked.scope);
    expect(Object.fromEntries(searchParams)).toMatchObject({ response_type: 'code', ...asked.params });
    expect(searchParams.get('code_challenge_method')).toBe(asked.challenge ? 'S256' : null);
    const back = await answerOf(consent.href);
    fake.seen.length = 0;
    await finish(back);
    const [token] = fake.seen;
    expect(`${token!.method} ${token!.host}${token!.url.pathname}`).toBe(asked.token);
    const form = new URLSearchParams(token!.body);
    expect([form.get('grant_type'), form.has('code_verifier')]).toEqual(['authorization_code', asked.challenge]);
    expect([token!.headers.authorization, form.get('client_secret')]).toEqual(
      asked.basic ? [BASIC, null] : [undefined, fake.oauth.clientSecret],
    );
    expect(token!.headers.accept).toBe('application/json');
    expect(await appOf(app)).toMatchObject({ connected: true });

    fake.seen.length = 0;
    await ada(`/api/connections/apps/${app}`, { method: 'DELETE' });
    const [ended] = fake.seen;
    expect(`${ended!.method} ${ended!.host}${ended!.url.pathname}`).toBe(asked.revoke);
    const { authorization } = ended!.headers;
    if (asked.by === 'bearer') expect([authorization?.startsWith('Bearer '), ended!.body]).toEqual([true, '']);
    else if (asked.by === 'json') {
      expect(authorization).toBe(BASIC);
      expect(Object.keys(JSON.parse(ended!.body) as object)).toEqual([app === 'github' ? 'access_token' : 'token']);
    } else
      expect([authorization, new URLSearchParams(ended!.body).has('token')]).toEqual([
        asked.by === 'form' ? undefined : BASIC,
        true,
      ]);
  },
);

it('a refusal that comes with 200 is one: a code that is not taken, a refresh token that has ended', async () => {
  await setUp('github');
  const wrong = { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' };
  const back = await answerOf(await consentOf('github'));
  fake.instead('github.com', json(wrong));
  expect(await finish(back)).toEqual([303, '/settings?outcome=failed&app=github#connections']);
  await finish(await answerOf(await consentOf('github')));
  fake.oauth.invalidate();
  fake.instead('api.github.com', json({}, 401));
  fake.instead('github.com', json({ error: 'bad_refresh_token' }));
  expect(await refusal('github.list_repositories', {})).toContain('GitHub does not accept the connection any more.');
  expect((await appOf('github')).state).toBe('broken');
});

it('a user who connects again after a grant has ended goes on as before', async () => {
  await finish(await answerOf(await consentOf('github')));
  fake.instead('api.github.com', json([{ full_name: 'ada/shop' }]));
  expect(await call('github.list_repositories', {})).toContain('ada/shop');
  expect((await outcome(ada('/api/connections/apps/none', { method: 'DELETE' })))[0]).toBe(404);
});
