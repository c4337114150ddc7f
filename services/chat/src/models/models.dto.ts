import { z } from 'zod';
import { THINKING_LEVELS } from './known-models.js';
import { PROVIDER_KINDS } from './provider.js';

export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((text) => !hasCredentials(text), 'must not contain a name or password');
/** Zod runs refinements on invalid URLs as well. */
function hasCredentials(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && (url.username !== '' || url.password !== '');
}

export const apiKey = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^[\x21-\x7e]*$/, 'must be plain characters');
const models = z.array(z.string().trim().min(1).max(200)).max(500);
export const dollars = z.number().min(0).max(100_000);
/** What the user knows better about a model; null: as the provider says, or as everywhere. */
const limits = z
  .array(
    z.strictObject({
      model: z.string().min(1).max(200),
      context_window: z.int().min(1_024).max(100_000_000).nullable(),
      patience_seconds: z.int().min(5).max(3_600).nullable(),
      sees: z.boolean().nullish(),
      /** Dollars per million tokens. */
      price: z.strictObject({ input: dollars, output: dollars }).nullish(),
    }),
  )
  .max(500);
const label = z.string().trim().min(1).max(100);

export const createProviderInput = z.strictObject({
  kind: z.enum(PROVIDER_KINDS),
  label: label.optional(),
  base_url: baseUrl.nullish(),
  api_key: apiKey.optional(),
  models: models.optional(),
});
export const updateProviderInput = z.strictObject({
  label: label.optional(),
  base_url: baseUrl.nullish(),
  api_key: apiKey.optional(),
  models: models.optional(),
  limits: limits.optional(),
  enabled: z.boolean().optional(),
});
export const testProviderInput = z.strictObject({
  kind: z.enum(PROVIDER_KINDS),
  base_url: baseUrl.nullish(),
  api_key: apiKey.optional(),
  model: z.string().min(1).max(200).optional(),
  id: z.uuid().optional(),
});
export const settingsShape = {
  reasoning: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('level'), level: z.enum(THINKING_LEVELS) }),
      z.strictObject({ kind: z.literal('budget_tokens'), tokens: z.int().min(0).max(128_000) }),
    ])
    .optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
};
export type ModelSettings = Omit<Preference, 'value'>;
export const preferenceInput = z.strictObject({ value: z.string().min(1).max(300).nullish(), ...settingsShape });

export const preferenceResponse = z
  .strictObject({ value: z.string().nullable(), ...settingsShape })
  .meta({ id: 'Preference' });
export type Preference = z.infer<typeof preferenceResponse>;

export type CreateProvider = z.infer<typeof createProviderInput>;
export type UpdateProvider = z.infer<typeof updateProviderInput>;
export type TestProvider = z.infer<typeof testProviderInput>;
export type PreferenceInput = z.infer<typeof preferenceInput>;
