/** Codes, access tokens and refresh tokens of OAuth, and the attacks on them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestFetch } from '@zo/testing';
import { type Answer, CALLBACK, type Fields, type Program, SITE, type Tokens } from './oauth-program.js';
import { OAuthFixture } from './oauth-fixture.js';

let accounts: OAuthFixture;
let user: string;
let as: TestFetch;

beforeAll(async () => {
  accounts = await OAuthFixture.start();
});
afterAll(() => accounts.stop());

const newUser = async () => {
  ({ user, as } = await accounts.somebody());
};
const tokensIn = ({ body }: Answer) => body as unknown as Tokens;
const errorOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return `${status} ${body.error}`;
};
const isValid = async ({ access_token: token }: Tokens) => (await accounts.resolve(token)) !== undefined;

describe('a code', () => {
  beforeAll(newUser);

  it.each<[string, Fields]>([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['the challenge as verifier', { code_verifier: 'plain' }],
    ['no verifier', { code_verifier: undefined }],
    ['another redirect address', { redirect_uri: `${CALLBACK}/more` }],
    ['no redirect address', { redirect_uri: undefined }],
    ['another client', { client_id: crypto.randomUUID() }],
    ['another resource', { resource: SITE }],
    ['a foreign resource', { resource: 'https://elsewhere.example/api/mcp' }],
  ])('is used up by an exchange with %s', async (_, changes) => {
    const program = await accounts.registered();
    const code = await program.code(as);
    const error = 'resource' in changes ? '400 invalid_target' : '400 invalid_grant';
    expect(await errorOf(program.exchange(code, changes))).toBe(error);
    expect(await errorOf(program.exchange(code))).toBe('400 invalid_grant');
    expect(await accounts.listed(as)).toEqual([]);
  });

  it('is not exchanged by another program that has it and its verifier', async () => {
    const [mine, other] = [await accounts.registered(), await accounts.registered()];
    const code = await mine.code(as);
    expect(await errorOf(other.exchange(code, { code_verifier: mine.verifier }))).toBe('400 invalid_grant');
    expect(await accounts.listed(as)).toEqual([]);
  });

  it('ends after a minute', async () => {
    const program = await accounts.registered();
    const code = await program.code(as);
    const rows = await accounts.query<{ seconds: number }>(
      `select extract(epoch from expires_at - now())::float8 as seconds from accounts.oauth_codes where used_at is null
         and user_id = $1`,
      [user],
    );
    expect(rows[0]!.seconds > 0 && rows[0]!.seconds <= 60).toBe(true);
    await accounts.query('update accounts.oauth_codes set expires_at = now() where user_id = $1', [user]);
    expect(await errorOf(program.exchange(code))).toBe('400 invalid_grant');
  });

  it('that is exchanged twice, also at once, ends what the first exchange began', async () => {
    const { program } = await accounts.connected(as);
    const code = await program.code(as);
    const tokens = tokensIn(await program.exchange(code));
    expect(await isValid(tokens)).toBe(true);
    expect(await errorOf(program.exchange(code))).toBe('400 invalid_grant');
    expect([await isValid(tokens), await accounts.listed(as)]).toEqual([false, []]);
    expect(await errorOf(program.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
    const contested = await program.code(as);
    const answers = await Promise.all([1, 2, 3, 4].map(() => program.exchange(contested)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await accounts.listed(as)).toEqual([]);
    expect(await accounts.endings(user)).toEqual(['replaced', 'code_replayed', 'code_replayed']);
  });

  it('is asked for in one form, with each field once', async () => {
    const program = await accounts.registered();
    const code = await program.code(as);
    const twice = `grant_type=authorization_code&client_id=${program.id}&code=${code}&code=${code}`;
    expect(await errorOf(program.post('token', twice))).toBe('400 invalid_request');
    expect(await errorOf(program.post('token', 'x'.repeat(70_000)))).toBe('400 invalid_request');
    expect(await errorOf(program.exchange(code, { grant_type: 'password' }))).toBe('400 unsupported_grant_type');
    expect(await errorOf(program.exchange(code, { client_id: undefined }))).toBe('401 invalid_client');
    const json = await fetch(`${accounts.url}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code' }),
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    expect((await program.exchange(code)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  let program: Program;
  let tokens: Tokens;
  beforeAll(newUser);
  const connect = async () => ({ program, tokens } = await accounts.connected(as));

  it('is good for one refresh, and an old one ends the whole family', async () => {
    await connect();
    const second = tokensIn(await program.refresh(tokens.refresh_token));
    const third = tokensIn(await program.refresh(second.refresh_token));
    expect(new Set([tokens, second, third].map(({ refresh_token: token }) => token)).size).toBe(3);
    for (const each of [tokens, second, third]) expect(await isValid(each)).toBe(true);
    expect(await errorOf(program.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
    for (const each of [tokens, second, third]) expect(await isValid(each)).toBe(false);
    expect(await errorOf(program.refresh(third.refresh_token))).toBe('400 invalid_grant');
    expect(await accounts.endings(user)).toEqual(['refresh_replayed']);
  });

  it('that is used by two at once leaves nobody signed in', async () => {
    await connect();
    const answers = await Promise.all([1, 2, 3].map(() => program.refresh(tokens.refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await accounts.listed(as)).toEqual([]);
  });

  it.each<[string, Fields]>([
    ['400 invalid_grant', { client_id: crypto.randomUUID() }],
    ['400 invalid_scope', { scope: 'files:read account:write' }],
    ['400 invalid_target', { resource: SITE }],
    ['400 invalid_target', { resource: 'https://elsewhere.example/' }],
  ])('is refused as %s with %p, and stays good', async (error, changes) => {
    await connect();
    expect(await errorOf(program.refresh(tokens.refresh_token, changes))).toBe(error);
    expect((await program.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('brings fewer scopes where fewer are asked for, and all of them later', async () => {
    await connect();
    const narrow = tokensIn(await program.refresh(tokens.refresh_token, { scope: 'chats:read' }));
    expect([narrow.scope, (await accounts.resolve(narrow.access_token))!.scopes]).toEqual([
      'chats:read',
      ['chats:read'],
    ]);
    expect(tokensIn(await program.refresh(narrow.refresh_token)).scope).toBe(tokens.scope);
  });

  it('that was cut off or mistyped ends nothing', async () => {
    await connect();
    const { refresh_token: token } = tokens;
    for (const wrong of [
      token.slice(0, -1),
      `${token.slice(0, -1)}g`,
      token.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    ])
      expect(await errorOf(program.refresh(wrong))).toBe('400 invalid_grant');
    expect((await program.refresh(token)).status).toBe(200);
  });

  it('is used ten times a minute', async () => {
    await connect();
    let last = tokens.refresh_token;
    for (let n = 0; n < 10; n++) last = tokensIn(await program.refresh(last)).refresh_token;
    expect((await program.refresh(last)).status).toBe(429);
  });

  it('ends when its program rests for sixty days, and a year after the consent', async () => {
    await connect();
    const ends = async (sql: string) => {
      await accounts.query(`update accounts.oauth_grants set ${sql} where user_id = $1`, [user]);
      return program.refresh(tokens.refresh_token);
    };
    const late = tokensIn(await ends(`created_at = now() - interval '365 days' + interval '10 minutes'`));
    expect(late.expires_in <= 600).toBe(true);
    tokens = late;
    expect(await errorOf(ends('expires_at = now()'))).toBe('400 invalid_grant');
    await accounts.registered();
    const rows = await accounts.query('select 1 from accounts.oauth_grants where user_id = $1', [user]);
    expect(rows).toEqual([]);
  });
});

describe('revocation', () => {
  beforeAll(newUser);

  it.each<keyof Tokens>(['access_token', 'refresh_token'])('by the %s ends both', async (which) => {
    const { program, tokens } = await accounts.connected(as);
    const other = await accounts.registered();
    expect(await errorOf(other.revoke(String(tokens[which])))).toBe('400 invalid_grant');
    expect(await isValid(tokens)).toBe(true);
    expect(await program.revoke(String(tokens[which]))).toEqual({ status: 200, body: {} });
    expect(await isValid(tokens)).toBe(false);
    expect(await errorOf(program.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
    expect(await program.revoke(String(tokens[which]))).toEqual({ status: 200, body: {} });
  });

  it('of what is no token of ours changes nothing', async () => {
    const program = await accounts.registered();
    expect(await program.revoke('nothing')).toEqual({ status: 200, body: {} });
  });
});
