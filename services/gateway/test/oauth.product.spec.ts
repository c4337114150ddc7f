/** Sign-in by OAuth on the product: an MCP client walks the whole way, and pages of others do not. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import {
  askFor,
  connectProgram,
  consent,
  requestOfProgram,
  sendForm,
} from '../../../infra/testing/product/oauth-client.js';
import { MemoryProvider } from './memory-provider.js';

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
});
afterAll(() => product?.stop());

const metadata = async (path: string) => {
  const answer = await fetch(`${product.url}/.well-known/${path}`);
  return answer.ok ? ((await answer.json()) as Record<string, unknown>) : answer.status;
};
const call = (token: string, path: string, init: RequestInit = {}) =>
  fetch(product.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

describe('sign-in by OAuth', () => {
  it('an MCP client discovers it, registers, is allowed, calls, refreshes, and ends when it is disconnected', async () => {
    const provider = new MemoryProvider();
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${product.url}/api/mcp`), { authProvider: provider });
    const first = transport();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow();
    const asked = provider.asked!;
    expect([asked.origin, asked.pathname, asked.searchParams.get('resource')]).toEqual([
      product.url,
      '/oauth/authorize',
      `${product.url}/api/mcp`,
    ]);
    expect(asked.searchParams.get('scope')).toBe('files:read files:write chats:read chats:write');
    const back = await consent(ada, asked.search, ['files:read', 'chats:read']);
    expect([back.href.startsWith(`${provider.redirectUrl}?`), back.searchParams.get('state')]).toEqual([
      true,
      'the state',
    ]);
    await first.finishAuth(back.searchParams);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name);
    const names = await toolNames();
    expect(names).toEqual(expect.arrayContaining(['list_files', 'read_file']));
    expect(names).not.toContain('ask_zo');
    const before = provider.kept!;
    // As if the hour was over: the library refreshes by itself.
    provider.kept = { ...before, access_token: `${before.access_token.slice(0, -1)}g` };
    expect(await toolNames()).toEqual(names);
    expect(provider.kept!.refresh_token).not.toBe(before.refresh_token);
    const [program] = (await ada.json<{ programs: { id: string }[] }>('/api/oauth/programs')).programs;
    expect(program).toMatchObject({ name: 'Test client', host: '127.0.0.1', kind: 'device', audience: 'mcp' });
    await ada.fetch(`/api/oauth/programs/${program!.id}`, { method: 'DELETE' });
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });

  it('a token works within its scopes and its audience, as a personal token does', async () => {
    const mcp = await connectProgram(ada);
    const api = await connectProgram(ada, { resource: product.url, scope: 'account:read files:read' });
    const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code}`;
    expect(await codeOf(await call(mcp.tokens.access_token, '/api/files/list?root=w'))).toBe(
      '403 gateway.token_elsewhere',
    );
    expect((await call(api.tokens.access_token, '/api/files/list?root=w')).status).toBe(200);
    expect(await codeOf(await call(api.tokens.access_token, '/api/models/available'))).toBe('403 auth.scope_missing');
    for (const path of ['/api/oauth/programs', '/api/tokens', '/api/admin/people'])
      expect(await codeOf(await call(api.tokens.access_token, path))).toBe('403 auth.person_only');
    const log = await call(api.tokens.access_token, '/api/audit');
    const { entries } = (await log.json()) as { entries: { action: string; target: string }[] };
    expect(entries.find(({ action }) => action === 'program.allowed')).toMatchObject({ target: api.id });
    const revoked = await sendForm(ada, 'revoke', { token: api.tokens.access_token, client_id: api.clientId });
    expect(revoked.status).toBe(200);
    expect((await call(api.tokens.access_token, '/api/audit')).status).toBe(401);
  });

  it('its metadata names addresses of ours, and what is not there is no page', async () => {
    expect(await metadata('oauth-protected-resource/api/mcp')).toMatchObject({
      resource: `${product.url}/api/mcp`,
      authorization_servers: [product.url],
    });
    expect(await metadata('oauth-protected-resource')).toMatchObject({ resource: product.url });
    const server = (await metadata('oauth-authorization-server')) as Record<string, unknown>;
    expect(server).toMatchObject({ issuer: product.url, code_challenge_methods_supported: ['S256'] });
    for (const [name, address] of Object.entries(server))
      if (name.endsWith('_endpoint')) expect(String(address).startsWith(`${product.url}/`)).toBe(true);
    expect(await metadata('openid-configuration')).toBe(404);
    expect(await metadata('oauth-authorization-server/api/mcp')).toBe(404);
  });

  it('no page of others asks, answers or frames the question', async () => {
    const query = (await requestOfProgram(ada)).toString();
    const { id } = await askFor(ada, query);
    const from = (headers: Record<string, string>, path = `/${id}`, body: string = '{"decision":"cancel"}') =>
      ada.fetch(`/api/oauth/requests${path}`, { method: 'POST', headers, body });
    const json = { 'content-type': 'application/json' };
    const evil = { origin: 'https://evil.example' };
    expect((await from({ ...json, ...evil })).status).toBe(403);
    expect((await from({ ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await from({ ...json, ...evil }, '', JSON.stringify({ query }))).status).toBe(403);
    // A form can be sent without a script, and is no answer wherever it comes from.
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await from(form, `/${id}`, 'decision=cancel')).status).toBe(400);
    expect((await ada.fetch(`/api/oauth/requests/${id}`)).status).toBe(404);
    const page = await ada.fetch(`/oauth/authorize?${query}`);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    expect((await from(json)).status).toBe(200);
  });
});
