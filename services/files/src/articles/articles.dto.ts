import { locationResponse } from '@zo/http';
import { z } from 'zod';

export const saveArticle = z.strictObject({
  /** Address of the page, http or https. */
  url: z.string().trim().min(1, 'an address is needed').max(2_048, 'an address has at most 2,048 characters'),
});
export type SaveArticle = z.infer<typeof saveArticle>;

export const savedArticle = locationResponse
  .extend({
    title: z.string(),
    /** Images that are kept beside the article, and those that could not be had and stay on the web. */
    images: z.strictObject({ saved: z.number(), missing: z.number() }),
  })
  .meta({ id: 'SavedArticle' });
