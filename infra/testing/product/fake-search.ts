/** A fake search service for each protocol. It finds pages by the rules of that protocol and refuses what it lacks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SearchProtocol = 'searxng' | 'brave' | 'tavily' | 'exa';

export interface FakePage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly topic: 'general' | 'news';
  readonly ageDays: number;
}

export interface FakeImage {
  readonly url: string;
  readonly title: string;
  readonly page: string;
}

/** A page for each topic and age, so that every time range has an answer of its own. */
export const PAGES: readonly FakePage[] = (['general', 'news'] as const).flatMap((topic) =>
  [0.5, 3, 20, 200, 2_000].map((ageDays) => ({
    url: `https://${topic}.example.org/${ageDays}`,
    title: `A ${topic} page of ${ageDays} days`,
    text: `Harbour & ships, ${topic}`,
    topic,
    ageDays,
  })),
);

export const IMAGES: readonly FakeImage[] = [
  { url: 'https://img.example.org/ship.jpg', title: 'A ship', page: 'https://example.org/ships' },
];

export interface SeenSearch {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: string;
}

export interface FakeSearch {
  readonly url: string;
  readonly key: string;
  readonly seen: SeenSearch[];
  /** Answers the next requests instead of the protocol; undefined: the protocol again. */
  instead(answer: ((response: ServerResponse) => void) | undefined): void;
  stop(): Promise<void>;
}

/** What a request asks for, in any protocol. */
interface Wanted {
  readonly query: string;
  readonly topic: 'general' | 'news' | 'images';
  readonly maxDays: number;
  readonly limit: number;
  readonly only: readonly string[];
  readonly without: readonly string[];
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`refused with ${status}`);
  }
}

const DAY_MS = 86_400_000;
const KEY = 'search-canary-0123456789';
const dateOf = ({ ageDays }: FakePage) => new Date(Date.now() - ageDays * DAY_MS);

interface Asked {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly json: Record<string, unknown>;
}
interface Protocol {
  readonly method: 'GET' | 'POST';
  wanted(asked: Asked): Wanted;
  answer(pages: readonly FakePage[], wanted: Wanted): unknown;
}

function oneOf<T>(choices: Readonly<Record<string, T>>, value: unknown, refusal: (value: unknown) => Refusal): T {
  if (typeof value !== 'string' || !Object.hasOwn(choices, value)) throw refusal(value);
  return choices[value]!;
}

/** Splits the operators of search engines from the words. */
function sitesIn(query: string) {
  const names = (pattern: RegExp) => [...query.matchAll(pattern)].map((match) => match[1]!);
  return { only: names(/(?<!-)site:([a-z0-9.-]+)/g), without: names(/-site:([a-z0-9.-]+)/g) };
}

const RANGES = { '': Infinity, day: 1, week: 7, month: 31, year: 366 };

const searxng: Protocol = {
  method: 'GET',
  wanted({ url: { pathname, searchParams } }) {
    const refuse = () => new Refusal(400, { error: 'Invalid parameter' });
    if (pathname !== '/search') throw new Refusal(404, {});
    if (searchParams.get('format') !== 'json') throw new Refusal(200, '<!doctype html><title>SearXNG</title>');
    const query = searchParams.get('q') ?? '';
    return {
      query,
      topic: oneOf({ general: 'general', news: 'news', images: 'images' }, searchParams.get('categories'), refuse),
      maxDays: oneOf(RANGES, searchParams.get('time_range') ?? '', refuse),
      limit: 30,
      ...sitesIn(query),
    };
  },
  answer: (pages, { query, topic }) => ({
    query,
    results:
      topic === 'images'
        ? IMAGES.map(({ url, title, page }) => ({ img_src: url, title, url: page, category: 'images' }))
        : pages.map((page) => ({
            url: page.url,
            title: page.title,
            content: page.text,
            publishedDate: dateOf(page).toISOString(),
          })),
  }),
};

const brave: Protocol = {
  method: 'GET',
  wanted({ url: { pathname, searchParams }, headers }) {
    const refuse = (value: unknown) =>
      new Refusal(422, { type: 'ErrorResponse', error: { code: 'VALIDATION', detail: `Unable to validate ${value}` } });
    if (headers['x-subscription-token'] !== KEY)
      throw new Refusal(422, {
        error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'The provided subscription token is invalid.' },
      });
    const query = searchParams.get('q') ?? '';
    const paths = {
      '/res/v1/web/search': 'general',
      '/res/v1/news/search': 'news',
      '/res/v1/images/search': 'images',
    } as const;
    return {
      query,
      topic: oneOf(paths, pathname, () => new Refusal(404, {})),
      maxDays: oneOf({ '': Infinity, pd: 1, pw: 7, pm: 31, py: 366 }, searchParams.get('freshness') ?? '', refuse),
      limit: Number(searchParams.get('count')),
      ...sitesIn(query),
    };
  },
  answer(pages, { topic }) {
    if (topic === 'images')
      return {
        type: 'images',
        results: IMAGES.map(({ url, title, page }) => ({ title, url: page, properties: { url } })),
      };
    const results = pages.map((page) => ({
      url: page.url,
      title: page.title,
      description: page.text.replace('Harbour', '<strong>Harbour</strong>').replace('&', '&amp;'),
      page_age: dateOf(page).toISOString().slice(0, 19),
    }));
    if (topic === 'news') return { type: 'news', results };
    return { type: 'search', ...(results.length > 0 && { web: { type: 'search', results } }) };
  },
};

const names = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

const tavily: Protocol = {
  method: 'POST',
  wanted({ url: { pathname }, headers, json }) {
    const refuse = (value: unknown) => new Refusal(400, { detail: { error: `Invalid value ${value}` } });
    if (pathname !== '/search') throw new Refusal(404, {});
    if (headers.authorization !== `Bearer ${KEY}`)
      throw new Refusal(401, { detail: { error: 'Unauthorized: missing or invalid API key.' } });
    return {
      query: String(json['query']),
      topic: json['include_images'] ? 'images' : oneOf({ general: 'general', news: 'news' }, json['topic'], refuse),
      maxDays: oneOf(RANGES, json['time_range'] ?? '', refuse),
      limit: Number(json['max_results'] ?? 5),
      only: names(json['include_domains']),
      without: names(json['exclude_domains']),
    };
  },
  answer: (pages, { query, topic }) => ({
    query,
    images: topic === 'images' ? IMAGES.map(({ url, title }) => ({ url, description: title })) : [],
    results: pages.map((page) => ({
      url: page.url,
      title: page.title,
      content: page.text,
      published_date: dateOf(page).toUTCString(),
      score: 0.9,
    })),
  }),
};

const exa: Protocol = {
  method: 'POST',
  wanted({ url: { pathname }, headers, json }) {
    if (pathname !== '/search') throw new Refusal(404, {});
    if (headers['x-api-key'] !== KEY) throw new Refusal(401, { error: 'Invalid API key', tag: 'INVALID_API_KEY' });
    const since = json['startPublishedDate'];
    return {
      query: String(json['query']),
      topic: json['category'] === 'news' ? 'news' : 'general',
      maxDays: since === undefined ? Infinity : (Date.now() - Date.parse(String(since))) / DAY_MS,
      limit: Number(json['numResults'] ?? 10),
      only: names(json['includeDomains']),
      without: names(json['excludeDomains']),
    };
  },
  answer: (pages) => ({
    results: pages.map((page) => ({
      url: page.url,
      title: page.title,
      publishedDate: dateOf(page).toISOString(),
      highlights: [page.text],
    })),
  }),
};

const PROTOCOLS: Record<SearchProtocol, Protocol> = { searxng, brave, tavily, exa };

const isOn = (url: string, domain: string) => `.${new URL(url).hostname}`.endsWith(`.${domain}`);

/** The pages that a request asks for, the newest first. */
export const pagesFor = ({ topic, maxDays, only, without, limit }: Omit<Wanted, 'query'>): FakePage[] =>
  PAGES.filter((page) => page.topic === topic && page.ageDays <= maxDays)
    .filter(({ url }) => only.length === 0 || only.some((domain) => isOn(url, domain)))
    .filter(({ url }) => !without.some((domain) => isOn(url, domain)))
    .slice(0, limit);

/** `pages`: what is found instead of `PAGES`, whatever is asked for. */
export async function startFakeSearch(
  kind: SearchProtocol,
  { pages }: { pages?: readonly FakePage[] } = {},
): Promise<FakeSearch> {
  const protocol = PROTOCOLS[kind];
  const seen: SeenSearch[] = [];
  let instead: ((response: ServerResponse) => void) | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked: Asked = {
      url: new URL(request.url ?? '', 'http://search'),
      headers: request.headers,
      json: await jsonOf(request),
    };
    const send = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    try {
      if (request.method !== protocol.method) throw new Refusal(405, {});
      if (instead) {
        seen.push({ path: asked.url.pathname, headers: request.headers, query: '' });
        return void instead(response);
      }
      const wanted = protocol.wanted(asked);
      seen.push({ path: asked.url.pathname, headers: request.headers, query: wanted.query });
      send(200, protocol.answer(pages ?? pagesFor(wanted), wanted));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(error.status, error.body);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: KEY,
    seen,
    instead: (given) => void (instead = given),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const blocks: Buffer[] = [];
  for await (const block of request) blocks.push(block as Buffer);
  return JSON.parse(Buffer.concat(blocks).toString() || '{}') as Record<string, unknown>;
}
