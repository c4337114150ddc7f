import { z } from 'zod';
import { TIME_RANGES, TOPICS } from '../../search/search-port.js';
import { domain } from './domain.js';
import { asList, connectedSearch } from './found.js';
import { sourceOf } from '../../shapes/tool-result.js';
import { defineTool } from '../tool.js';

const MAX_HITS = 10;
const MAX_DOMAINS = 10;

export const webSearch = defineTool({
  name: 'web_search',
  about: 'Searches the web.',
  description:
    'Searches the web. Answers numbered hits: title, address, day and excerpt of each page. Cite the pages that an ' +
    'answer rests on.',
  class: 'read-web',
  needs: 'none',
  requires: 'web-search',
  finds: true,
  parallel: true,
  input: z.strictObject({
    query: z.string().trim().min(1).max(1_000),
    time_range: z.enum(TIME_RANGES).optional().describe('How old a page may be; anytime when left out'),
    include_domains: z.array(domain).max(MAX_DOMAINS).optional().describe('Only pages of these sites'),
    topic: z.enum(TOPICS).optional().describe('general when left out'),
  }),
  async execute({ query, time_range = 'anytime', include_domains, topic = 'general' }, context) {
    const asked = { query, time_range, include_domains, topic, limit: MAX_HITS };
    const hits = await connectedSearch(context).search(asked, context.signal);
    const result = asList(hits.map(({ url, title, text, published }) => [title, url, published ?? '', text]));
    const sources = hits.map(({ url, title, text }) => sourceOf({ url, title, passage: text }));
    return result.type === 'list' ? { ...result, sources } : result;
  },
});
