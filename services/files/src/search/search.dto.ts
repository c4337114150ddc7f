import { z } from 'zod';

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1, 'nothing to search for').max(200),
  kind: z.enum(['name', 'content']).default('name'),
  limit: z.coerce.number().int().min(1).max(200).default(10),
});
export type SearchQuery = z.infer<typeof searchQuery>;
