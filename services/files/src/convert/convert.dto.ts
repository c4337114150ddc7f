import { locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';

/** `sheet`: of CSV, TSV, Excel and OpenDocument; `markdown`: of Word documents and web pages. */
export const convertFile = z.strictObject({
  root,
  path: segments.min(1, 'a name is missing'),
  to: z.enum(['sheet', 'markdown']),
});
export type ConvertFile = z.infer<typeof convertFile>;

/** The new file; `leftOut`: images that it does not have. */
export const convertedFile = locationResponse.extend({ leftOut: z.number() }).meta({ id: 'ConvertedFile' });
