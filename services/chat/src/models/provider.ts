/** A provider of models: its kind, address and key. */
import type { Price } from '../allowances/price.js';

export const PROVIDER_KINDS = ['openai', 'anthropic', 'google', 'xai', 'openai-compatible', 'ollama'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Ollama runs on a machine of the user. */
const FREE: Price = { input: 0, output: 0 };

/** Undefined: not known. */
export const priceOf = (kind: ProviderKind, model: Pick<ModelName, 'price'> | undefined): Price | undefined =>
  model?.price ?? (kind === 'ollama' ? FREE : undefined);

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
