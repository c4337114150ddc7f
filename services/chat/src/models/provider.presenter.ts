import { z } from 'zod';
import { isKnownToSee } from './known-models.js';
import type { Price } from '../allowances/price.js';
import { priceOf, PROVIDER_KINDS } from './provider.js';
import type { ProviderRow } from './provider.entity.js';

export const provider = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(PROVIDER_KINDS).meta({ id: 'ProviderKind' }),
    label: z.string(),
    base_url: z.string().nullable(),
    has_key: z.boolean(),
    models: z.array(
      z.strictObject({
        slug: z.string(),
        label: z.string(),
        context_window: z.number().nullable(),
        patience_seconds: z.number().nullable(),
        /** Whether it takes pictures, as it is known, and as set by hand. */
        vision: z.boolean(),
        sees: z.boolean().nullable(),
        /** Dollars per million tokens. */
        price: z.strictObject({ input: z.number(), output: z.number() }).nullable(),
      }),
    ),
    enabled: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Provider' });
export const providersResponse = z.strictObject({ providers: z.array(provider) });

/** The fields of a provider a browser may see; never its key. */
export const presentProvider = ({
  id,
  kind,
  label,
  baseUrl,
  key,
  models,
  enabled,
  createdAt,
}: ProviderRow): z.infer<typeof provider> => ({
  id,
  kind,
  label,
  base_url: baseUrl,
  has_key: key !== null,
  models: models.map((model) => ({
    slug: model.slug,
    label: model.label,
    context_window: model.window ?? null,
    patience_seconds: model.patience ?? null,
    vision: model.vision ?? isKnownToSee(model.slug),
    sees: model.sees ?? null,
    price: shown(priceOf(kind, model)),
  })),
  enabled,
  created_at: createdAt.toISOString(),
});

const shown = (price: Price | undefined) => (price ? { input: price.input, output: price.output } : null);
