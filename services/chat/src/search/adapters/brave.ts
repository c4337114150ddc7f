import { z } from 'zod';
import { cleanHits, cleanImages } from '../clean-hits.js';
import { endpoint, type SearchConnection } from '../connection.js';
import { withSites } from '../domains.js';
import { ask } from '../request.js';
import type { SearchPort } from '../search-port.js';
import { results, words } from './answers.js';

const hits = results(z.object({ url: z.string(), title: words, description: words, page_age: words }));
/** Without any hit the part is missing. */
const webAnswer = z.object({ type: z.literal('search'), web: z.object({ results: hits }).optional() });
const newsAnswer = z.object({ type: z.literal('news'), results: hits });
const imageAnswer = z.object({
  type: z.literal('images'),
  results: results(z.object({ url: words, title: words, properties: z.object({ url: z.string() }) })),
});

const FRESHNESS = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const;

export function brave(connection: SearchConnection): SearchPort {
  const request = (path: string, parameters: Record<string, string>) => {
    const url = endpoint(connection, `/res/v1/${path}/search`);
    url.search = new URLSearchParams(parameters).toString();
    return { url, headers: { 'x-subscription-token': connection.apiKey } };
  };
  return {
    async search(query, signal) {
      const parameters = {
        q: withSites(query),
        count: String(query.limit),
        ...(query.time_range !== 'anytime' && { freshness: FRESHNESS[query.time_range] }),
      };
      const found =
        query.topic === 'news'
          ? (await ask(connection, request('news', parameters), { schema: newsAnswer, signal })).results
          : ((await ask(connection, request('web', parameters), { schema: webAnswer, signal })).web?.results ?? []);
      return cleanHits(
        found.map(({ description, page_age, ...hit }) => ({ ...hit, text: description, published: page_age })),
        query,
      );
    },
    async images({ query, limit }, signal) {
      const asked = request('images', { q: query, count: String(limit) });
      const found = await ask(connection, asked, { schema: imageAnswer, signal });
      return cleanImages(
        found.results.map(({ url, title, properties }) => ({ url: properties.url, page: url, title })),
        limit,
      );
    },
  };
}
