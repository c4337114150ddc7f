import { z } from 'zod';
import { cleanHits, cleanImages } from '../clean-hits.js';
import { endpoint, type SearchConnection } from '../connection.js';
import { ask } from '../request.js';
import type { SearchPort } from '../search-port.js';
import { results, words } from './answers.js';

const answer = z.object({
  results: results(z.object({ url: z.string(), title: words, content: words, published_date: words })),
});
const imageAnswer = z.object({ images: results(z.object({ url: z.string(), description: words })) });

export function tavily(connection: SearchConnection): SearchPort {
  const request = (json: object) => ({
    url: endpoint(connection, '/search'),
    headers: { authorization: `Bearer ${connection.apiKey}` },
    json,
  });
  return {
    async search(query, signal) {
      const asked = request({
        query: query.query,
        topic: query.topic,
        max_results: query.limit,
        ...(query.time_range !== 'anytime' && { time_range: query.time_range }),
        ...(query.include_domains?.length && { include_domains: query.include_domains }),
        ...(query.exclude_domains?.length && { exclude_domains: query.exclude_domains }),
      });
      const found = await ask(connection, asked, { schema: answer, signal });
      return cleanHits(
        found.results.map(({ content, published_date, ...hit }) => ({
          ...hit,
          text: content,
          published: published_date,
        })),
        query,
      );
    },
    async images({ query, limit }, signal) {
      const asked = request({ query, include_images: true, include_image_descriptions: true });
      const found = await ask(connection, asked, { schema: imageAnswer, signal });
      return cleanImages(
        found.images.map(({ url, description }) => ({ url, title: description })),
        limit,
      );
    },
  };
}
