import { z } from 'zod';
import { apiKey, baseUrl, dollars } from '../models/models.dto.js';
import { MEDIA_TASKS } from './connection.js';
import type { MediaModelRow } from './media-model.entity.js';

export const mediaTask = z.enum(MEDIA_TASKS).meta({ id: 'MediaTask' });

/** Dollars for an image, a video or a minute of sound; without it nothing is charged to allowances. */
const price = dollars.nullish();

/** By a connected provider, or by an address. Without a key, the stored one stays if the address does. */
export const connectMediaInput = z
  .strictObject({
    model: z.string().trim().min(1).max(200),
    provider_id: z.uuid().nullish(),
    base_url: baseUrl.nullish(),
    api_key: apiKey.optional(),
    price,
  })
  .refine(
    ({ provider_id, base_url }) => Boolean(provider_id) !== Boolean(base_url),
    'either provider_id or base_url is needed',
  );
export type ConnectMedia = z.infer<typeof connectMediaInput>;

export const mediaModel = z
  .strictObject({
    task: mediaTask,
    model: z.string(),
    provider_id: z.string().nullable(),
    base_url: z.string().nullable(),
    has_key: z.boolean(),
    price: z.number().nullable(),
  })
  .meta({ id: 'MediaModel' });
export const mediaModelsResponse = z.strictObject({ models: z.array(mediaModel) });

export const mediaTest = z.strictObject({ ok: z.boolean(), message: z.string() }).meta({ id: 'MediaTest' });
export type MediaTest = z.infer<typeof mediaTest>;

type Shown = Pick<MediaModelRow, 'task' | 'model' | 'providerId' | 'baseUrl' | 'key' | 'price'>;
/** The fields of a connection a browser may see; never its key. */
export const presentMedia = ({
  task,
  model,
  providerId,
  baseUrl,
  key,
  price: each,
}: Shown): z.infer<typeof mediaModel> => ({
  task,
  model,
  provider_id: providerId,
  base_url: baseUrl,
  has_key: key !== null,
  price: each,
});
