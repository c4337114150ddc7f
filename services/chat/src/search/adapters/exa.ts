import { z } from 'zod';
import { cleanHits } from '../clean-hits.js';
import { endpoint, type SearchConnection } from '../connection.js';
import { ask } from '../request.js';
import type { SearchPort } from '../search-port.js';
import { results, words } from './answers.js';

const answer = z.object({
  results: results(
    z.object({ url: z.string(), title: words, publishedDate: words, highlights: z.array(z.string()).nullish() }),
  ),
});

const DAY_MS = 24 * 60 * 60_000;
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const;

/** It finds no images. */
export function exa(connection: SearchConnection): SearchPort {
  return {
    async search(query, signal) {
      const json = {
        query: query.query,
        numResults: query.limit,
        contents: { highlights: true },
        ...(query.topic === 'news' && { category: 'news' }),
        ...(query.time_range !== 'anytime' && {
          startPublishedDate: new Date(Date.now() - DAYS[query.time_range] * DAY_MS).toISOString(),
        }),
        ...(query.include_domains?.length && { includeDomains: query.include_domains }),
        ...(query.exclude_domains?.length && { excludeDomains: query.exclude_domains }),
      };
      const asked = { url: endpoint(connection, '/search'), headers: { 'x-api-key': connection.apiKey }, json };
      const found = await ask(connection, asked, { schema: answer, signal });
      return cleanHits(
        found.results.map(({ publishedDate, highlights, ...hit }) => ({
          ...hit,
          text: highlights?.join(' … '),
          published: publishedDate,
        })),
        query,
      );
    },
  };
}
