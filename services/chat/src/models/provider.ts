/** A provider of models: its kind, address and key. */
import type { Price } from '../allowances/price.js';

export const PROVIDER_KINDS = ['openai', 'anthropic', 'google', 'xai', 'openai-compatible', 'ollama'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Templates of Mistral and Gemma at vLLM, llama.cpp and Ollama: “roles must alternate”. */
export const TAKE_TURNS: ReadonlySet<ProviderKind> = new Set<ProviderKind>(['openai-compatible', 'ollama']);
/** The others have only text in the results of tools. */
export const SEE_IN_RESULTS: ReadonlySet<ProviderKind> = new Set<ProviderKind>(['anthropic', 'google', 'openai']);

/** Ollama runs on a machine of the user. */
const FREE: Price = { input: 0, output: 0 };

/**
 * What providers charge for input in their cache, as shares of its price. Where models differ, the first match counts.
 */
const CACHE_RATES: Partial<Record<ProviderKind, readonly { match: RegExp; read: number; write: number }[]>> = {
  anthropic: [{ match: /./, read: 0.1, write: 1.25 }],
  openai: [
    { match: /pro/, read: 1, write: 1 },
    { match: /^gpt-[5-9]/, read: 0.1, write: 1 },
    { match: /^(gpt-4\.1|o3|o4)/, read: 0.25, write: 1 },
    { match: /./, read: 0.5, write: 1 },
  ],
  google: [
    { match: /^gemini-(2\.5|[3-9])/, read: 0.1, write: 1 },
    { match: /./, read: 0.25, write: 1 },
  ],
  xai: [{ match: /./, read: 0.25, write: 1 }],
};

/** Undefined: not known. */
export function priceOf(kind: ProviderKind, model: Pick<ModelName, 'slug' | 'price'> | undefined): Price | undefined {
  const price = model?.price ?? (kind === 'ollama' ? FREE : undefined);
  const rate = CACHE_RATES[kind]?.find(({ match }) => match.test(model?.slug ?? ''));
  return price && rate ? { cacheRead: price.input * rate.read, cacheWrite: price.input * rate.write, ...price } : price;
}

export interface ModelName {
  readonly slug: string;
  readonly label: string;
  /** Context window in tokens, as the provider says or as its refusals have shown. */
  readonly window?: number;
  /** Whether it takes pictures, as the provider says. */
  readonly vision?: boolean;
  /** The same, set by hand. */
  readonly sees?: boolean;
  /** Seconds of silence after which a request is given up; undefined: as everywhere. */
  readonly patience?: number;
  /** As the provider says, or as set by hand. */
  readonly price?: Price;
}

/** Connection to a provider. The key is in plain text here: never store, log or send on this object. */
export interface Connection {
  readonly kind: ProviderKind;
  readonly baseUrl: string | null;
  readonly apiKey: string;
  /** Whether private addresses are allowed; true only for the owner of the installation. */
  readonly allowPrivate: boolean;
}

const DEFAULT_URLS: Record<ProviderKind, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  xai: 'https://api.x.ai/v1',
  'openai-compatible': '',
  ollama: 'http://127.0.0.1:11434',
};

export const LABELS: Record<ProviderKind, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  xai: 'xAI',
  'openai-compatible': 'OpenAI compatible',
  ollama: 'Ollama',
};

export const NEEDS_KEY: ReadonlySet<ProviderKind> = new Set(['openai', 'anthropic', 'google', 'xai']);
export const baseUrlOf = ({ kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>) =>
  (baseUrl || DEFAULT_URLS[kind]).replace(/\/+$/, '');
