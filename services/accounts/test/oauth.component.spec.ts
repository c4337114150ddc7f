/** Sign-in of programs by OAuth: what is allowed, and the attacks on registrations and consents. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Asked, backOf, CALLBACK, decide, Program, SITE, type Tokens } from './oauth-program.js';
import { OAuthFixture, PASSWORD } from './oauth-fixture.js';

let accounts: OAuthFixture;

beforeAll(async () => {
  accounts = await OAuthFixture.start();
});
afterAll(() => accounts.stop());

describe('a program that a user allows', () => {
  it('is given tokens for what was chosen, is listed, and ends when it is disconnected', async () => {
    const { user, as } = await accounts.somebody();
    const program = await accounts.registered({
      client_name: 'A  friendly\u202e\u200b program',
      redirect_uris: [CALLBACK],
    });
    const looked = await program.look(as, { scope: 'offline_access files:read files:write chats:read account:read' });
    expect(looked.body).toMatchObject({
      to: 'ask',
      program: { name: 'A friendly program', host: 'client.example', kind: 'web' },
      scopes: ['files:read', 'files:write', 'chats:read'],
      audience: 'mcp',
    });
    const question = String(looked.body['id']);
    const answer = await decide(as, question, { decision: 'allow', scopes: ['chats:read', 'files:read'] });
    const back = backOf(answer);
    expect([String(answer.body['back']).startsWith(`${CALLBACK}?`), back.get('state'), back.get('iss')]).toEqual([
      true,
      'the state',
      SITE,
    ]);
    const { status, body } = await program.exchange(back.get('code')!);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ token_type: 'Bearer', expires_in: 3_600, scope: 'files:read chats:read' }),
    ]);
    const { access_token: token } = body as unknown as Tokens;
    const [row] = await accounts.listed(as);
    expect(await accounts.resolve(token)).toMatchObject({
      userId: user,
      tokenId: row!['id'],
      scopes: ['files:read', 'chats:read'],
      perMinute: 120,
      audience: 'mcp',
    });
    expect(row).toMatchObject({ name: 'A friendly program', host: 'client.example', audience: 'mcp', uses: 0 });
    expect(JSON.stringify(row)).not.toMatch(/zor?_/);
    expect((await accounts.me(`/api/oauth/programs/${String(row!['id'])}`, { method: 'DELETE' })).status).toBe(404);
    expect((await as(`/api/oauth/programs/${String(row!['id'])}`, { method: 'DELETE' })).status).toBe(204);
    expect([await accounts.listed(as), await accounts.resolve(token)]).toEqual([[], undefined]);
    expect((await program.refresh(String(body['refresh_token']))).body.error).toBe('invalid_grant');
    expect(await accounts.endings(user)).toEqual(['disconnected']);
  });

  it('has a name that ends no quotation', async () => {
    const { as } = await accounts.somebody();
    const client_name = "Ada’s “Zo” asks: «yes» \"a\" ``b´´ „c‟ ″d″ 「e」 ＂f＂ ❝g❞ ''h''";
    const program = await accounts.registered({ client_name, redirect_uris: [CALLBACK] });
    const { body } = await program.look(as, { scope: 'files:read' });
    expect(body).toMatchObject({
      program: { name: "Ada's 'Zo' asks: 'yes' 'a' 'b' 'c' 'd' 'e' 'f' 'g' 'h'" },
    });
  });

  it('ends when its user changes the password or is removed, and replaces itself when it signs in again', async () => {
    const { user, as } = await accounts.somebody();
    const first = await accounts.connected(as);
    const again = await first.program.exchange(await first.program.code(as));
    expect(await accounts.resolve(first.tokens.access_token)).toBeUndefined();
    const { access_token: second } = again.body as unknown as Tokens;
    expect(await accounts.resolve(second)).toMatchObject({ userId: user });
    const pending = await first.program.code(as);
    const change = { current: PASSWORD, next: 'battery staple' };
    const signedIn = accounts.test.platform.issuer.mint('accounts', {
      userId: user,
      sessionId: crypto.randomUUID(),
      actor: 'human',
      owner: false,
    });
    const changed = await fetch(`${accounts.url}/api/auth/password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signedIn}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    expect(changed.status).toBe(204);
    expect([await accounts.resolve(second), await accounts.listed(as)]).toEqual([undefined, []]);
    expect((await first.program.exchange(pending)).body.error).toBe('invalid_grant');
    expect(await accounts.endings(user)).toEqual(['replaced', 'signed_out']);
    const last = await accounts.connected(as);
    await accounts.query('delete from accounts.users where id = $1', [user]);
    expect(await accounts.resolve(last.tokens.access_token)).toBeUndefined();
    expect((await last.program.refresh(last.tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is one of fifty, of which those count that can be used and are of others', async () => {
    const { user, as } = await accounts.somebody();
    const { program } = await accounts.connected(as);
    const columns = 'user_id, client_id, redirect_uri, scopes, audience, per_minute, expires_at';
    await accounts.query(
      `insert into accounts.oauth_grants (id, family_hash, refresh_hash, ${columns})
       select gen_random_uuid(), decode(md5(n || 'f'), 'hex'), decode(md5(n || 'r'), 'hex'), ${columns}
       from accounts.oauth_grants, generate_series(1, 49) n where user_id = $1`,
      [user],
    );
    const another = await accounts.registered();
    const allow = async ({ id, scopes }: Asked) => decide(as, id, { decision: 'allow', scopes });
    const asks = async (asking: Program) => (await asking.look(as)).body as unknown as Asked;
    expect((await allow(await asks(another))).body).toMatchObject({ code: 'accounts.too_many_programs' });
    expect((await allow(await asks(program))).status).toBe(200);
    await accounts.query(
      `update accounts.oauth_grants set expires_at = now() - interval '1 day'
       where id = (select id from accounts.oauth_grants where user_id = $1 limit 1)`,
      [user],
    );
    expect((await allow(await asks(another))).status).toBe(200);
  });

  it('is for the whole API only where it asks for that', async () => {
    const program = await accounts.registered();
    const { body } = await program.exchange(await program.code(accounts.me, { resource: `${SITE}/` }), {
      resource: SITE,
    });
    expect(await accounts.resolve(String(body['access_token']))).toMatchObject({ audience: 'api' });
    const silent = await accounts.registered();
    const narrow = await silent.exchange(await silent.code(accounts.me, { resource: undefined }), {
      resource: undefined,
    });
    expect(await accounts.resolve(String(narrow.body['access_token']))).toMatchObject({ audience: 'mcp' });
  });
});

describe('a registration', () => {
  it.each([
    ['no address', { redirect_uris: [] }],
    ['http elsewhere', { redirect_uris: ['http://client.example/callback'] }],
    ['a script', { redirect_uris: ['javascript:/alert(1)'] }],
    ['one bad address among good ones', { redirect_uris: [CALLBACK, 'data:/text'] }],
    ['a page of ours', { redirect_uris: [`${SITE}/logout`] }],
    ['a fragment', { redirect_uris: [`${CALLBACK}#part`] }],
    ['many addresses', { redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}/${n}`) }],
    ['a long address', { redirect_uris: [`${CALLBACK}/${'x'.repeat(512)}`] }],
    ['a long name', { client_name: 'x'.repeat(1_001) }],
    ['the password grant', { grant_types: ['password'] }],
    ['the implicit flow', { response_types: ['token'] }],
  ])('is refused with %s', async (_, metadata) => {
    const { status, body } = await new Program(accounts.url).register(metadata);
    expect([status, /^invalid_(redirect_uri|client_metadata)$/.test(body.error ?? '')]).toEqual([400, true]);
  });

  it('never brings a secret, and what is not known in it is ignored', async () => {
    const asked = {
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'mine',
      logo_uri: 'x',
      scope: 'a',
    };
    const { body } = await new Program(accounts.url).register(asked);
    expect(body).toMatchObject({ token_endpoint_auth_method: 'none', scope: '' });
    expect(Object.keys(body)).not.toContain('client_secret');
  });

  it('is made ten times a minute from one network, and the oldest unused ones make room', async () => {
    const from = (n: number) => new Program(accounts.url).register({}, `2001:db8:7:7::${n}`);
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push((await from(n)).status);
    expect(answers).toEqual([...Array<number>(10).fill(201), 429]);
    const old = await accounts.registered();
    const used = await accounts.connected();
    await accounts.query(`insert into accounts.oauth_clients (id, name, redirect_uris, expires_at)
      select gen_random_uuid(), 'x', '{}', now() + interval '1 day' from generate_series(1, 1200)`);
    const newest = await accounts.registered();
    const rows = await accounts.query(`select id from accounts.oauth_clients where confirmed_at is null`);
    expect(rows).toHaveLength(1_000);
    const statuses = [];
    for (const program of [old, used.program, newest]) statuses.push((await program.look(accounts.me)).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  it('expires when nobody uses it', async () => {
    const program = await accounts.registered();
    await accounts.query('update accounts.oauth_clients set expires_at = now() where id = $1', [program.id]);
    expect((await program.look(accounts.me)).body['code']).toBe('accounts.program_unknown');
    await accounts.registered();
    const rows = await accounts.query('select 1 from accounts.oauth_clients where id = $1', [program.id]);
    expect(rows).toEqual([]);
  });
});

describe('a request of a program', () => {
  it.each([
    ['another path', `${CALLBACK}/more`],
    ['another query', `${CALLBACK}?a=b`],
    ['another host', 'https://client.example.evil.example/callback'],
    ['a user before the host', 'https://client.example@evil.example/callback'],
    ['another port', 'https://client.example:8443/callback'],
    ['another case', 'https://CLIENT.example/callback'],
    ['nothing', undefined],
  ])('is answered nowhere when it returns to %s', async (_, redirect_uri) => {
    const { status, body } = await (await accounts.registered()).look(accounts.me, { redirect_uri });
    expect([status, body['code']]).toEqual([400, 'accounts.program_address_unknown']);
  });

  it('is answered at any port of this device, and nowhere of ours', async () => {
    const program = await accounts.registered({ redirect_uris: ['http://127.0.0.1/cb', 'com.example.app:/cb'] });
    const at = async (redirect_uri: string) => (await program.look(accounts.me, { redirect_uri })).body['program'];
    expect(await at('http://127.0.0.1:51004/cb')).toMatchObject({ host: '127.0.0.1', kind: 'device' });
    expect(await at('com.example.app:/cb')).toMatchObject({ host: 'com.example.app', kind: 'app' });
    expect([await at('http://localhost:51004/cb'), await at('http://127.0.0.1:51004/cb/../x')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { state: 'x'.repeat(2_001) }],
    ['invalid_scope', { scope: 'admin:write' }],
    ['invalid_scope', { scope: 'account:read' }],
    ['invalid_target', { resource: 'https://elsewhere.example/api/mcp' }],
    ['invalid_target', { resource: `${SITE}/api/files` }],
    ['invalid_target', { resource: `${SITE}/api/mcp#x` }],
    ['invalid_target', { resource: 'https://you@zo.example/api/mcp' }],
  ])('is refused as %s with %p', async (error, changes) => {
    const { body } = await (await accounts.registered()).look(accounts.me, changes);
    expect(body).toMatchObject({ to: 'refuse', program: { host: 'client.example' } });
    const back = new URL(String(body['back']));
    expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([CALLBACK, error]);
    expect(back.searchParams.get('state')).toBe('state' in changes ? changes.state : 'the state');
  });

  it('is refused when it says something twice', async () => {
    const program = await accounts.registered();
    const query = `${program.query()}&scope=files:read&scope=files:write`;
    const answer = await accounts.me('/api/oauth/requests', { json: { query } });
    expect(await answer.json()).toMatchObject({ to: 'refuse', reason: 'scope is given twice.' });
  });

  it('is answered once, by the session that was asked, and with no more than was asked', async () => {
    const [{ user, as: me }, { as: other }] = [await accounts.somebody(), await accounts.somebody()];
    const program = await accounts.registered();
    const ask = async (changes = {}) => String((await program.look(me, changes)).body['id']);
    const allow = { decision: 'allow', scopes: ['files:read'] };
    const question = await ask();
    const minted = (sessionId: string, actor: 'human' | 'api') =>
      accounts.test.platform.issuer.mint('accounts', {
        userId: user,
        sessionId,
        actor,
        owner: false,
        scopes: ['account:write'],
      });
    const from = async (token: string) =>
      fetch(`${accounts.url}/api/oauth/requests/${question}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(allow),
      });
    expect((await decide(other, question, allow)).body['code']).toBe('accounts.question_gone');
    expect((await from(await minted('another session', 'human'))).status).toBe(404);
    expect((await from(await minted('test', 'api'))).status).toBe(403);
    expect((await decide(me, question, allow)).status).toBe(200);
    expect((await decide(me, question, allow)).body['code']).toBe('accounts.question_gone');
    const narrow = await ask({ scope: 'files:read' });
    const raised = await decide(me, narrow, { decision: 'allow', scopes: ['files:read', 'files:write'] });
    expect(raised.body['code']).toBe('accounts.scope_not_asked');
    const empty = await decide(me, await ask(), { decision: 'allow', scopes: [] });
    expect(empty.status).toBe(400);
    const cancelled = await decide(me, await ask(), { decision: 'cancel' });
    const back = backOf(cancelled);
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'the state', null]);
    let asked = 4;
    while ((await program.look(me)).status === 200) asked += 1;
    expect(asked).toBe(30);
  });
});
