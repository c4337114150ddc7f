import { z } from 'zod';
import { asList, connectedSearch, noSearch } from './found.js';
import { defineTool } from '../tool.js';

const MAX_HITS = 10;

export const imageSearch = defineTool({
  name: 'image_search',
  about: 'Searches the web for images.',
  description: 'Searches the web for images. Answers numbered hits: title, address of the image, page it is on.',
  class: 'read-web',
  needs: 'none',
  requires: 'image-search',
  parallel: true,
  input: z.strictObject({ query: z.string().trim().min(1).max(1_000) }),
  async execute({ query }, context) {
    const { images } = connectedSearch(context);
    if (!images) throw noSearch();
    const hits = await images({ query, limit: MAX_HITS }, context.signal);
    return asList(hits.map(({ url, title, page }) => [title, url, page ? `On ${page}` : '']));
  },
});
