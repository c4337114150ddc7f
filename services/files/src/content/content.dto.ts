import { location } from '@zo/http';
import { z } from 'zod';

export const openContent = location;
export type OpenContent = z.infer<typeof openContent>;

export const contentOriginsResponse = z
  .object({
    /** Like `https://*.zo-content.example`; null when the installation has no content origin. */
    origins: z.string().nullable(),
  })
  .meta({ id: 'ContentOrigins' });

export const contentAddress = z
  .object({
    /** Address of the file on the content origin, valid for ten minutes. */
    url: z.url(),
  })
  .meta({ id: 'ContentAddress' });
