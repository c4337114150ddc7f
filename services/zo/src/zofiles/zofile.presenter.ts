import { z } from 'zod';
import type { Zofile } from './zofile.entity.js';

/** ZF-01 */
export const zofile = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    prompt: z.string(),
    image: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Zofile' });

export const presentZofile = ({
  id,
  name,
  prompt,
  image,
  createdAt,
  updatedAt,
}: Omit<Zofile, 'userId'>): z.infer<typeof zofile> => ({
  id,
  name,
  prompt,
  image,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
