import { anyRoot, segments } from '@zo/http';
import { z } from 'zod';

export const readFs = z.strictObject({
  slug: segments.default([]),
  root: anyRoot.default('w'),
  /** `next` of the previous response: continues the listing of a folder. */
  after: z.string().max(1_024).default(''),
  /** Whether `tableData` and `sheets` are included; false for clients that read windows of rows. */
  tables: z.boolean().default(true),
});
export type ReadFs = z.infer<typeof readFs>;

export const readZ = z.strictObject({ absolutePath: z.string().min(1).max(8_192) });
export type ReadZ = z.infer<typeof readZ>;
