import { location } from '@zo/http';
import { z } from 'zod';

export const measure = z.strictObject({
  items: z.array(location).min(1, 'nothing was chosen').max(1_000, 'at most 1,000 at once'),
});
export type Measure = z.infer<typeof measure>;

/** Of everything that was chosen together. `isPartial`: there is more than could be counted. */
export const measured = z.strictObject({
  bytes: z.number(),
  files: z.number(),
  folders: z.number(),
  isPartial: z.boolean(),
});
