import { anyRoot, segments } from '@zo/http';
import { z } from 'zod';

export const readFs = z.strictObject({
  slug: segments.default([]),
  root: anyRoot.default('w'),
  /** `next` of the previous response: continues the listing of a folder. */
  after: z.string().max(1_024).default(''),
});
export type ReadFs = z.infer<typeof readFs>;

export const readZ = z.strictObject({ absolutePath: z.string().min(1).max(8_192) });
export type ReadZ = z.infer<typeof readZ>;
