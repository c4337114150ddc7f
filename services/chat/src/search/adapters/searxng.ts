import { z } from 'zod';
import { cleanHits, cleanImages } from '../clean-hits.js';
import { endpoint, type SearchConnection } from '../connection.js';
import { withSites } from '../domains.js';
import { ask } from '../request.js';
import type { SearchPort } from '../search-port.js';
import { results, words } from './answers.js';

const answer = z.object({
  results: results(z.object({ url: z.string(), title: words, content: words, publishedDate: words })),
});
const imageAnswer = z.object({ results: results(z.object({ img_src: z.string(), url: words, title: words })) });

export function searxng(connection: SearchConnection): SearchPort {
  const request = (parameters: Record<string, string>) => {
    const url = endpoint(connection, '/search');
    url.search = new URLSearchParams({ ...parameters, format: 'json' }).toString();
    return { url };
  };
  return {
    async search(query, signal) {
      const asked = request({
        q: withSites(query),
        categories: query.topic,
        ...(query.time_range !== 'anytime' && { time_range: query.time_range }),
      });
      const found = await ask(connection, asked, { schema: answer, signal });
      return cleanHits(
        found.results.map(({ content, publishedDate, ...hit }) => ({
          ...hit,
          text: content,
          published: publishedDate,
        })),
        query,
      );
    },
    async images({ query, limit }, signal) {
      const asked = request({ q: query, categories: 'images' });
      const found = await ask(connection, asked, { schema: imageAnswer, signal });
      return cleanImages(
        found.results.map(({ img_src, url, title }) => ({ url: img_src, page: url, title })),
        limit,
      );
    },
  };
}
