/** MD-01: the entries of the model picker. */
import { z } from 'zod';
import { findKnown, isKnownToSee, reasoning, type VendorSlug } from './known-models.js';
import { LABELS, type ModelName, type ProviderKind } from './provider.js';

export const modelEntry = z
  .strictObject({
    value: z.string(),
    slug: z.string(),
    label: z.string(),
    description: z.string(),
    type: z.enum(['fast', 'other']),
    priority: z.number(),
    vendor_slug: z.enum(['openai', 'anthropic', 'google', 'x']).nullable(),
    knowledge_cutoff_date: z.string().nullable(),
    context_window: z.number().nullable(),
    /** Whether it takes pictures. */
    vision: z.boolean(),
    features: z.strictObject({ extend_reasoning: z.boolean(), control_verbosity: z.boolean() }),
    meter: z.array(z.string()),
    reasoning: reasoning.nullable(),
    provider_id: z.uuid().nullable(),
    provider_label: z.string(),
    helper: z.literal(true).optional(),
    /** True if the owner of the installation shares the model with the user. */
    shared: z.literal(true).optional(),
    /** True if the user's plan does not include the model. */
    subscribers_only: z.boolean().optional(),
  })
  .meta({ id: 'ModelEntry' });
export type ModelEntry = z.infer<typeof modelEntry>;

export const HELPER_VALUE = 'zo/helper';
const UNKNOWN_PRIORITY = 60;
const HELPER_PRIORITY = 1_000;
const VENDOR_OF_KIND: Partial<Record<ProviderKind, VendorSlug>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  xai: 'x',
};

export interface CatalogueProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly label: string;
  readonly models: readonly ModelName[];
  readonly shared?: boolean;
}

/** Says nothing about whose address and key it is. */
const SHARED_LABEL = 'From the owner';

/** The identifier of a provider's model: stable, and safe to show. */
export const valueOf = (providerId: string, slug: string) => `${providerId}:${slug}`;

export function parseValue(value: string): { providerId: string; slug: string } | undefined {
  const [, providerId, slug] = /^([0-9a-f-]{36}):(.+)$/.exec(value) ?? [];
  return providerId && slug ? { providerId, slug } : undefined;
}

export const helperEntry: ModelEntry = {
  value: HELPER_VALUE,
  slug: 'helper',
  label: 'Built-in helper',
  description: 'Not a language model: does what it is told in a few plain forms, without any key.',
  type: 'fast',
  priority: HELPER_PRIORITY,
  vendor_slug: null,
  knowledge_cutoff_date: null,
  context_window: null,
  vision: false,
  features: { extend_reasoning: false, control_verbosity: false },
  meter: ['chat'],
  reasoning: null,
  provider_id: null,
  provider_label: 'Zo',
  helper: true,
};

/** All models of these providers, ordered by priority and label, followed by the built-in helper. */
export function catalogue(providers: readonly CatalogueProvider[]): ModelEntry[] {
  const entries = providers.flatMap((provider) => provider.models.map((model) => entryOf(provider, model)));
  entries.sort((a, b) => a.priority - b.priority || a.label.localeCompare(b.label));
  return [...entries, helperEntry];
}

function entryOf(provider: CatalogueProvider, { slug, label, window, vision, sees }: ModelName): ModelEntry {
  const known = findKnown(slug);
  const providerLabel = provider.shared ? SHARED_LABEL : provider.label || LABELS[provider.kind];
  return {
    value: valueOf(provider.id, slug),
    slug,
    label,
    description: known?.description ?? (provider.shared ? SHARED_LABEL : `Through ${providerLabel}`),
    type: known?.type ?? (/mini|nano|flash|fast|lite|haiku|small|\b[1-8]b\b/i.test(slug) ? 'fast' : 'other'),
    priority: known?.priority ?? UNKNOWN_PRIORITY,
    vendor_slug: known?.vendor ?? VENDOR_OF_KIND[provider.kind] ?? null,
    knowledge_cutoff_date: known?.cutoff ?? null,
    context_window: window ?? known?.context ?? null,
    vision: sees ?? vision ?? isKnownToSee(slug),
    features: { extend_reasoning: known?.reasoning !== undefined, control_verbosity: known?.verbosity ?? false },
    meter: ['chat'],
    reasoning: known?.reasoning ?? null,
    provider_id: provider.id,
    provider_label: providerLabel,
    ...(provider.shared && { shared: true as const }),
  };
}
