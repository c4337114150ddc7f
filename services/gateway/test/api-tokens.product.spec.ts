/** Every route of the API, called by programs whose tokens differ in one thing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { SCOPES, type Scope } from '@zo/auth';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { eventually } from '@zo/testing';
import { checkout, Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { createObjects } from './possess.js';
import { tokenNeeds } from './token-needs.js';

let folder: string;
let postgres: Postgres;
let admin: Client;
let product: Product;
let ada: Person;

interface Made {
  readonly secret: string;
  readonly token: { readonly id: string };
}
interface Listed {
  readonly id: string;
  readonly uses: number;
  readonly last_used_at: string | null;
}
type Operation = { readonly security: readonly Record<string, readonly string[]>[] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-programs-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, maxConnections: 100 });
  product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_ALLOW_VOLATILE_DATABASE: '1' } });
  admin = new Client({ connectionString: postgres.adminUrl, options: '-c app.all_tenants=on' });
  await admin.connect();
  ada = await Person.claim(product);
});
afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const make = (scopes: readonly Scope[], more: object = {}) =>
  ada.json<Made>('/api/tokens', { name: 'test', scopes, days: 1, per_minute: 1_200, ...more });
const call = (secret: string | undefined, path: string, init: RequestInit = {}) =>
  fetch(product.url + path, {
    ...init,
    headers: { ...init.headers, ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
  });
const codeOf = async (answer: Response) => {
  const text = await answer.text();
  return `${answer.status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? ''}`.trim();
};
const listed = async (id: string) =>
  (await ada.json<{ tokens: Listed[] }>('/api/tokens')).tokens.find((token) => token.id === id)!;

describe('tokens of programs', () => {
  it('every route refuses all but a live token with its scope', async () => {
    const theirs = await createObjects(ada);
    const { paths } = await ada.json<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json');
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security.length === 0 ? [] : [{ route: `${method.toUpperCase()} ${path}`, security }],
      ),
    );
    expect(routes.map(({ route }) => route).toSorted()).toEqual(Object.keys(tokenNeeds).toSorted());

    const mistyped = `${(await make(SCOPES)).secret.slice(0, -1)}g`;
    const expired = await make(SCOPES);
    await admin.query(`update accounts.api_tokens set expires_at = now() - interval '1 second' where id = $1`, [
      expired.token.id,
    ]);
    const revoked = await make(SCOPES);
    expect((await call(revoked.secret, '/api/auth/me')).status).toBe(200);
    await ada.fetch(`/api/tokens/${revoked.token.id}`, { method: 'DELETE' });
    const invalid = { mistyped, expired: expired.secret, revoked: revoked.secret };
    const all = await make(SCOPES);
    const only = new Map<string, string>();
    const without = new Map<string, string>();
    for (const scope of SCOPES) {
      only.set(scope, (await make([scope])).secret);
      without.set(scope, (await make(SCOPES.filter((other) => other !== scope))).secret);
    }

    const failures: string[] = [];
    const expectAnswer = (what: string, answer: string, right: boolean) => {
      if (!right) failures.push(`${what}: ${answer}`);
    };
    for (const { route, security } of routes) {
      const [method, path] = route.split(' ') as [string, string];
      // Ids of nothing: what is refused is refused before anything is looked for.
      const target = path.replace('{path}', 'none.md').replace(/\{\w+\}/g, crypto.randomUUID());
      const need = tokenNeeds[route]!;
      const ask = async (secret?: string) => codeOf(await call(secret, target, { method }));
      expectAnswer(`${route} without`, await ask(), (await ask()).startsWith('401'));
      for (const [what, secret] of Object.entries(invalid)) {
        const answer = await ask(secret);
        expectAnswer(`${route} ${what}`, answer, answer === (method === 'HEAD' ? '401' : '401 gateway.token_invalid'));
      }
      if (need === 'person') {
        const answer = await ask(all.secret);
        expectAnswer(`${route} all scopes`, answer, answer === (method === 'HEAD' ? '403' : '403 auth.person_only'));
        expectAnswer(
          `${route} described`,
          JSON.stringify(security),
          security.every(({ token }) => !token),
        );
        continue;
      }
      const named = security.find(({ token }) => token)?.['token'];
      expectAnswer(`${route} described`, String(named), (named?.[0] ?? 'token') === need);
      if (need === 'token') continue;
      const refused = await ask(without.get(need));
      expectAnswer(`${route} without ${need}`, refused, /^403( auth\.scope_missing)?$/.test(refused));
      const allowed = await ask(only.get(need));
      expectAnswer(`${route} with ${need}`, allowed, !/^(401|403|5\d\d)/.test(allowed));
    }
    expect(failures).toEqual([]);
    expect((await ada.fetch(`/api/conversations/${theirs.conversation}`)).status).toBe(200);
  });

  it('an approval is not reached by writing its address another way', async () => {
    const { secret } = await make(SCOPES);
    const id = crypto.randomUUID();
    for (const name of [
      'approvals',
      'APPROVALS',
      'approval%73',
      './approvals',
      '/approvals',
      'approvals/../approvals',
    ]) {
      const path = `/api/runs/${id}/${name}/${id}`;
      const { status } = await call(secret, path, { method: 'POST', body: '{"decision":"approve"}' });
      expect([name, [403, 404].includes(status)]).toEqual([name, true]);
    }
  });

  it('a refused token is told why in the header that clients read', async () => {
    const missing = await call(undefined, '/api/mcp', { method: 'POST' });
    const { resource } = (await (
      await fetch(/resource_metadata="([^"]+)"/.exec(missing.headers.get('www-authenticate')!)![1]!)
    ).json()) as { resource: string };
    expect([missing.status, new URL(resource).pathname]).toEqual([401, '/api/mcp']);
    expect((await ada.fetch('/api/mcp', { method: 'POST' })).status).toBe(401);
    const invalid = await call('zo_wrong', '/api/auth/me');
    expect(invalid.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const narrow = await call((await make(['chats:read'])).secret, '/api/files/list?root=w');
    expect(narrow.headers.get('www-authenticate')).toContain('scope="files:read"');
  });

  it('a cookie beside a token does not count, and other pages cannot use a token', async () => {
    const { secret } = await make(['chats:read']);
    const headers = { cookie: ada.cookie };
    expect((await call(secret, '/api/auth/me', { headers })).status).toBe(403);
    expect((await call('zo_wrong', '/api/auth/me', { headers })).status).toBe(401);
    const { secret: writer } = await make(['files:write']);
    const init = { method: 'POST', body: JSON.stringify({ root: 'w', path: ['a.md'], type: 'note' }) };
    const json = { 'content-type': 'application/json' };
    expect((await call(writer, '/api/files/create', { ...init, headers: json })).status).toBe(201);
    const foreign = { ...json, origin: 'https://elsewhere.example' };
    expect((await call(writer, '/api/files/create', { ...init, headers: foreign })).status).toBe(403);
  });

  it('a token opens no websocket', async () => {
    const { secret } = await make(SCOPES);
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/ws`, {
      origin: product.url,
      headers: { authorization: `Bearer ${secret}` },
    });
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (request, response) => (request.destroy(), resolve(response.statusCode)));
      socket.on('error', () => undefined);
      socket.once('open', () => resolve('open'));
    });
    expect(status).toBe(401);
  });

  it('each token has a rate of its own, and its uses are counted', async () => {
    const slow = await make(['account:read'], { per_minute: 2 });
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await call(slow.secret, '/api/auth/me'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const seconds = Number(answers[2]!.headers.get('retry-after'));
    expect(seconds >= 1 && seconds <= 60).toBe(true);
    expect((await call((await make(['account:read'])).secret, '/api/auth/me')).status).toBe(200);
    expect(await eventually(async () => (await listed(slow.token.id)).uses || undefined)).toBe(2);
    expect((await listed(slow.token.id)).last_used_at).not.toBeNull();
  });

  it('an MCP client lists and calls the tools of its token, and ends with it', async () => {
    const { secret, token } = await make(['chats:write', 'files:read']);
    const client = new McpClient({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${secret}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${product.url}/api/mcp`), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_zo', 'list_files', 'read_file', 'search_files']);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { text: JSON.stringify(content), isError };
    };
    expect(await call('list_files', {})).toMatchObject({ text: expect.stringContaining('~/workspace:') });
    expect((await call('ask_zo', { text: 'help' })).text).toMatch(/chat_id [\da-f-]{36}/);
    await ada.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' });
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });

  it('the examples of the readme work as they are written', async () => {
    const { secret } = await make(['files:read', 'files:write']);
    const [, examples] = /## Your own programs[\s\S]*?```sh\n([\s\S]*?)```/.exec(
      readFileSync(join(checkout, 'README.md'), 'utf8'),
    )!;
    const env = { ...process.env, ZO_URL: product.url, ZO_TOKEN: secret };
    const printed = execFileSync('bash', ['-euc', examples!], { env, encoding: 'utf8' });
    expect(printed).toContain('hello.md');
    const list = await ada.json<{ entries?: unknown[] }>('/api/files/list?root=w');
    expect(JSON.stringify(list)).toContain('hello.md');
  });

  it('a program is not the owner, and its entries in the log name it', async () => {
    const { secret, token } = await make(['personas:write', 'account:read']);
    const made = await call(secret, '/api/zofiles/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'by a program', prompt: 'words' }),
    });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const log = await call(secret, '/api/audit');
    const { entries } = (await log.json()) as { entries: { target: string; actor: string; session_id: string }[] };
    expect(entries.find(({ target }) => target === id)).toMatchObject({ actor: 'api', session_id: token.id });
    expect((await call(secret, '/api/admin/sign-up')).status).toBe(403);
  });
});
