import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import {
  type FakeSearch,
  IMAGES,
  pagesFor,
  type SearchProtocol,
  startFakeSearch,
} from '../../../../infra/testing/product/fake-search.js';
import { cleanHits } from './clean-hits.js';
import { SEARCH_KINDS, type SearchConnection } from './connection.js';
import { openSearch } from './open-search.js';
import { type SearchQuery, TIME_RANGES, TOPICS } from './search-port.js';

const DAYS = { anytime: Infinity, day: 1, week: 7, month: 31, year: 366 };
const fakes = {} as Record<SearchProtocol, FakeSearch>;
beforeAll(async () => {
  for (const kind of SEARCH_KINDS) fakes[kind] = await startFakeSearch(kind);
});
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.stop())));

const never = new AbortController().signal;
const at = (kind: SearchProtocol, more: Partial<SearchConnection> = {}) =>
  openSearch({
    kind,
    baseUrl: fakes[kind].url,
    apiKey: kind === 'searxng' ? '' : fakes[kind].key,
    allowPrivate: true,
    ...more,
  });
const plain: SearchQuery = { query: 'harbour', time_range: 'anytime', topic: 'general', limit: 10 };
const failing = (kind: SearchProtocol, more: Partial<SearchConnection> = {}) =>
  at(kind, more)
    .search(plain, never)
    .then(
      (hits) => `found ${hits.length}`,
      (error: Error) => `${error.name}: ${error.message}`,
    );

async function answering(kind: SearchProtocol, answer: (response: ServerResponse) => void): Promise<string> {
  fakes[kind].instead(answer);
  try {
    return await failing(kind);
  } finally {
    fakes[kind].instead(undefined);
  }
}

const combinations = SEARCH_KINDS.flatMap((kind) =>
  TIME_RANGES.flatMap((time_range) => TOPICS.map((topic) => ({ kind, time_range, topic }))),
);

describe('a search through each service', () => {
  it('has 40 combinations', () => expect(combinations).toHaveLength(40));

  it.each(combinations)('$kind finds $topic pages of $time_range', async ({ kind, time_range, topic }) => {
    const wanted = pagesFor({ topic, maxDays: DAYS[time_range], limit: 10, only: [], without: [] });
    const hits = await at(kind).search({ ...plain, time_range, topic }, never);
    expect(hits.map(({ url, title, text }) => ({ url, title, text }))).toEqual(
      wanted.map(({ url, title, text }) => ({ url, title, text })),
    );
    for (const { published } of hits) expect(published).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(SEARCH_KINDS)('%s keeps to the domains and the number of hits', async (kind) => {
    const search = at(kind);
    const domains = async (more: Partial<SearchQuery>) =>
      (await search.search({ ...plain, ...more }, never)).map(({ url }) => new URL(url).hostname);
    expect(new Set(await domains({ include_domains: ['example.org', 'other.test'] }))).toEqual(
      new Set(['general.example.org']),
    );
    expect(await domains({ include_domains: ['other.test'] })).toEqual([]);
    expect(await domains({ exclude_domains: ['general.example.org'] })).toEqual([]);
    expect(await domains({ limit: 2 })).toHaveLength(2);
  });

  it.each(['searxng', 'brave', 'tavily'] as const)('%s finds images', async (kind) => {
    const [{ url, title, page }] = IMAGES as [(typeof IMAGES)[number]];
    const found = await at(kind).images!({ query: 'ship', limit: 5 }, never);
    expect(found).toEqual([{ url, title, ...(kind !== 'tavily' && { page }) }]);
  });

  it('Exa finds no images', () => expect(at('exa').images).toBeUndefined());
});

describe('a search that fails', () => {
  it.each([
    [
      'brave',
      'SearchError: Brave answered with an error (422). It says: “The provided subscription token is invalid.”',
    ],
    ['tavily', 'SearchError: Tavily does not accept the key. It says: “Unauthorized: missing or invalid API key.”'],
    ['exa', 'SearchError: Exa does not accept the key. It says: “Invalid API key”'],
  ] as const)('%s says in its own words that the key is wrong', async (kind, message) => {
    expect(await failing(kind, { apiKey: 'wrong' })).toBe(message);
  });

  it('SearXNG without JSON: the sentence says what to switch on', async () => {
    const forbidden = (response: ServerResponse) => void response.writeHead(403).end('<title>403 Forbidden</title>');
    expect(await answering('searxng', forbidden)).toMatch(/Add “json” to “formats” under “search”/);
  });

  it('never repeats a key', async () => {
    const { key } = fakes.tavily;
    const echo = (response: ServerResponse) => void response.writeHead(400).end(`{"detail":"bad key ${key}"}`);
    const said = await answering('tavily', echo);
    expect(said).toContain('bad key …');
    expect(said).not.toContain(key);
  });

  it.each<[string, string]>([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['no results', '{"results":7}'],
    ['deep nesting', '['.repeat(200_000)],
  ])('an answer with %s is no crash', async (_, body) => {
    expect(await answering('searxng', (response) => void response.end(body))).toMatch(/not with search results/);
  });

  it('an endless answer is cut off', async () => {
    const endless = (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    expect(await answering('exa', endless)).toMatch(/longer than anything expected/);
  });

  it('private addresses are for the owner alone', async () => {
    expect(await failing('searxng', { allowPrivate: false })).toMatch(/not on the public internet/);
  });

  it('ends when it is stopped', async () => {
    fakes.exa.instead(() => undefined);
    const stop = new AbortController();
    const search = at('exa').search(plain, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(search).rejects.toThrow('stopped');
    fakes.exa.instead(undefined);
  });
});

describe('hits', () => {
  const clean = (hit: object) => cleanHits([{ url: 'https://a.test/', ...hit }], plain)[0]!;

  it('are addresses of the web and nothing else', () => {
    const urls = ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.test', 'http://me:secret@a.test', 'a.test', ''];
    expect(
      cleanHits(
        urls.map((url) => ({ url })),
        plain,
      ),
    ).toEqual([]);
  });

  it('have one bounded line of each text, without marks and hidden characters', () => {
    const { title, text } = clean({
      title: 'A\n<strong>b</strong>\u202e\u200b &lt;c&gt;',
      text: 'x'.repeat(100_000),
    });
    expect(title).toBe('A b <c>');
    expect(text.length).toBeLessThan(2_000);
  });

  it('have the address as their title if they have none, and a day only if it is one', () => {
    expect(clean({ published: 'yesterday-ish' })).toEqual({
      url: 'https://a.test/',
      title: 'https://a.test/',
      text: '',
    });
    expect(clean({ published: 'Tue, 24 Nov 2026 10:00:00 GMT' }).published).toBe('2026-11-24');
  });
});
