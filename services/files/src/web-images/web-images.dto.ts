import { locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';

/** `path`: the folder of the file that shows the image. */
export const saveWebImage = z.strictObject({
  root,
  path: segments,
  url: z
    .url({ protocol: /^https?$/, error: 'an address of the web is needed' })
    .max(8_192, 'an address has at most 8,192 characters'),
});
export type SaveWebImage = z.infer<typeof saveWebImage>;

/** The new file. */
export const savedWebImage = locationResponse.meta({ id: 'SavedWebImage' });
