import { locationResponse } from '@zo/http';
import { z } from 'zod';

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1, 'nothing to search for').max(200),
  kind: z.enum(['name', 'content']).default('name'),
  limit: z.coerce.number().int().min(1).max(200).default(10),
});
const hit = locationResponse
  .extend({ isDirectory: z.boolean(), line: z.number().optional(), text: z.string().optional() })
  .meta({ id: 'SearchHit' });
export type SearchResult = z.infer<typeof hit>;
export const searchResponse = z.strictObject({ results: z.array(hit) });
export type SearchQuery = z.infer<typeof searchQuery>;
