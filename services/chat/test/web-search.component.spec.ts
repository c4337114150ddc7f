import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeSearch, startFakeSearch } from '../../../infra/testing/product/fake-search.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine } from './scripted.js';

/** The user has no computer: a tool that needs one fails. */
let at: Harness;
let tavily: FakeSearch;
let searxng: FakeSearch;
let exa: FakeSearch;
beforeAll(async () => {
  at = await startHarness();
  [tavily, searxng, exa] = await Promise.all([
    startFakeSearch('tavily'),
    startFakeSearch('searxng'),
    startFakeSearch('exa'),
  ]);
});
afterAll(async () => {
  await Promise.all([tavily, searxng, exa].map((fake) => fake.stop()));
  await at.stop();
});

const connect = (json: object, method = 'PUT', path = '/api/web-search') => at.me.fetch(path, { method, json });
const test = (json: object) => at.me.json<any>('/api/web-search/test', { json });

describe('the connection to a search service', () => {
  it('TL-01 is stored encrypted, shown without its key, and belongs to one user', async () => {
    const input = { kind: 'tavily', base_url: tavily.url, api_key: tavily.key };
    expect(await (await connect(input)).json()).toEqual({
      kind: 'tavily',
      base_url: tavily.url,
      has_key: true,
      price: null,
    });
    const shown = await at.me.json('/api/web-search');
    expect(shown).toEqual({ connection: { kind: 'tavily', base_url: tavily.url, has_key: true, price: null } });
    expect(await at.other.json('/api/web-search')).toEqual({ connection: null });
    const { rows } = await at.sql.query('select key from chat.search_connections');
    expect(rows).toHaveLength(1);
    expect(rows[0].key.toString('latin1')).not.toContain(tavily.key);
  });

  it('TL-01 tests with the stored key, and never sends it to another address', async () => {
    await connect({ kind: 'tavily', base_url: tavily.url, api_key: tavily.key });
    expect(await test({ kind: 'tavily', base_url: tavily.url })).toEqual({
      ok: true,
      images: true,
      message: 'Tavily works.',
    });
    const moved = await connect({ kind: 'tavily', base_url: exa.url });
    expect([moved.status, await moved.json()]).toMatchObject([400, { code: 'chat.key_for_address' }]);
    const tested = await connect({ kind: 'tavily', base_url: exa.url }, 'POST', '/api/web-search/test');
    expect([tested.status, exa.seen]).toEqual([400, []]);
  });

  it('TL-01 says in the words of the service what is wrong', async () => {
    expect(await test({ kind: 'tavily', base_url: tavily.url, api_key: 'wrong' })).toMatchObject({
      ok: false,
      message: 'Tavily does not accept the key. It says: “Unauthorized: missing or invalid API key.”',
    });
    searxng.instead((response) => void response.writeHead(403).end());
    expect((await test({ kind: 'searxng', base_url: searxng.url })).message).toContain('Add “json” to “formats”');
    searxng.instead(undefined);
    expect(await test({ kind: 'searxng', base_url: searxng.url })).toMatchObject({ ok: true });
  });

  it('S3 only the owner of the installation may reach private addresses by it', async () => {
    const json = { kind: 'searxng', base_url: searxng.url };
    const before = searxng.seen.length;
    expect(await at.other.json<any>('/api/web-search/test', { json })).toMatchObject({
      ok: false,
      message: expect.stringContaining('not on the public internet'),
    });
    expect(searxng.seen).toHaveLength(before);
  });

  it.each([
    [{ kind: 'searxng' }, 'chat.needs_address'],
    [{ kind: 'brave' }, 'chat.needs_key'],
    [{ kind: 'altavista', api_key: 'x' }, 'request.invalid'],
    [{ kind: 'searxng', base_url: 'javascript:alert(1)' }, 'request.invalid'],
  ])('%j is refused', async (json, code) => {
    const refused = await connect(json);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: expect.stringContaining(code.split('.')[1]!) },
    ]);
  });

  it('is gone after it was removed', async () => {
    await connect({ kind: 'exa', base_url: exa.url, api_key: exa.key });
    expect((await at.me.fetch('/api/web-search', { method: 'DELETE' })).status).toBe(204);
    expect(await at.me.json('/api/web-search')).toEqual({ connection: null });
    expect((await at.me.fetch('/api/web-search', { method: 'DELETE' })).status).toBe(404);
  });
});

/** Lets the model make one call, and returns its part and what the model was sent of it. */
async function call(tool: string, args: unknown) {
  const calling = (answer: any) => {
    answer.call('call', tool, args);
    answer.end('tool_calls');
  };
  const { parts } = await askScripted(at, calling, fine);
  const { messages } = at.provider.requests.at(-1)!.request;
  return {
    part: parts.find((part): part is ToolPart => part.type === 'tool')!,
    sent: String(messages.findLast(({ role }) => role === 'tool')?.content),
  };
}

async function offered(): Promise<string[]> {
  await askScripted(at, fine);
  const names = at.provider.requests.at(-1)!.request.tools!.map((tool) => tool.function.name);
  return names.filter((name) => name.endsWith('_search') && name !== 'grep_search');
}

describe('the tools web_search and image_search', () => {
  it('TL-01 exist only as far as a search is connected', async () => {
    expect(await offered()).toEqual([]);
    await connect({ kind: 'exa', base_url: exa.url, api_key: exa.key });
    expect(await offered()).toEqual(['web_search']);
    await connect({ kind: 'tavily', base_url: tavily.url, api_key: tavily.key });
    expect(await offered()).toEqual(['web_search', 'image_search']);
    const unknown = await call('unheard_of', {});
    expect(unknown.part.result).toMatchObject({ code: 'out_of_scope', message: expect.stringContaining('web_search') });
  });

  it('TL-01 TL-02 web_search answers numbered hits with their addresses, and needs no computer', async () => {
    await connect({ kind: 'tavily', base_url: tavily.url, api_key: tavily.key });
    const { part, sent } = await call('web_search', { query: 'harbour', time_range: 'week', topic: 'news' });
    const lines = (days: number) =>
      `A news page of ${days} days\nhttps://news.example.org/${days}\n{day}\nHarbour & ships, news`;
    const dayless = (text: string) => text.replace(/^\d{4}-\d\d-\d\d$/gm, '{day}');
    expect(part).toMatchObject({ state: 'done', result: { type: 'list' } });
    expect((part.result as { items: string[] }).items.map(dayless)).toEqual([lines(0.5), lines(3)]);
    expect(dayless(sent)).toBe(`[1]\n${lines(0.5)}\n[2]\n${lines(3)}`);
  });

  it('CH-12 web_search tells people its sources, of which the model is sent nothing more', async () => {
    await connect({ kind: 'searxng', base_url: searxng.url });
    const { part, sent } = await call('web_search', { query: 'harbour', topic: 'news' });
    const { sources } = part.result as { sources: { url: string; title: string; passage: string }[] };
    expect(sources[0]).toEqual({
      url: 'https://news.example.org/0.5',
      title: 'A news page of 0.5 days',
      passage: 'Harbour & ships, news',
    });
    expect(sent).not.toContain('passage');
  });

  it('TL-01 include_domains takes names and addresses of sites', async () => {
    await connect({ kind: 'tavily', base_url: tavily.url, api_key: tavily.key });
    const found = await call('web_search', { query: 'x', include_domains: ['https://general.example.org/a'] });
    expect(found.part.result).toMatchObject({ type: 'list' });
    const none = await call('web_search', { query: 'x', include_domains: ['other.test'] });
    expect(none.part.result).toEqual({ type: 'text', text: 'No results.' });
    const refused = await call('web_search', { query: 'x', include_domains: ['a) OR site:b'] });
    expect(refused.part.result).toMatchObject({ type: 'error', code: 'invalid' });
  });

  it('TL-01 image_search answers images and the pages they are on', async () => {
    await connect({ kind: 'searxng', base_url: searxng.url });
    const { part } = await call('image_search', { query: 'ship' });
    expect(part.result).toEqual({
      type: 'list',
      items: ['A ship\nhttps://img.example.org/ship.jpg\nOn https://example.org/ships'],
    });
  });

  it('TL-02 a failure is told in the words of the service', async () => {
    await connect({ kind: 'exa', base_url: exa.url, api_key: 'wrong' });
    const { part } = await call('web_search', { query: 'x' });
    expect(part).toMatchObject({
      state: 'error',
      result: { message: 'Exa does not accept the key. It says: “Invalid API key”', code: 'search_failed' },
    });
  });
});
