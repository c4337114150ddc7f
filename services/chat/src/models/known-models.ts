/** Facts about models, matched by name. The list of available models comes from the provider itself. */
import { z } from 'zod';

export type VendorSlug = 'openai' | 'anthropic' | 'google' | 'x';
export const THINKING_LEVELS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
/** MD-03: how the reasoning of a model is configured. */
export const reasoning = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('levels'),
      levels: z.array(z.strictObject({ value: z.enum(THINKING_LEVELS), label: z.string() })),
    }),
    z.strictObject({ kind: z.literal('token_budget'), min_tokens: z.number(), max_tokens: z.number() }),
  ])
  .meta({ id: 'Reasoning' });
export type Reasoning = z.infer<typeof reasoning>;

export interface KnownModel {
  readonly match: RegExp;
  readonly label?: string;
  readonly description: string;
  readonly type: 'fast' | 'other';
  readonly priority: number;
  readonly vendor: VendorSlug;
  readonly cutoff: string | null;
  readonly context: number;
  readonly reasoning?: Reasoning;
  readonly verbosity?: boolean;
}

const levels = (...values: (typeof THINKING_LEVELS)[number][]): Reasoning => ({
  kind: 'levels',
  levels: values.map((value) => ({
    value,
    label: value === 'xhigh' ? 'Extra high' : value[0]!.toUpperCase() + value.slice(1),
  })),
});
const budget = (min_tokens: number, max_tokens: number): Reasoning => ({
  kind: 'token_budget',
  min_tokens,
  max_tokens,
});

/** The first match wins, so specific patterns come before general ones. */
export const knownModels: readonly KnownModel[] = [
  {
    match: /^gpt-5[.\d]*-(mini|nano)/,
    description: 'Quick and inexpensive',
    type: 'fast',
    priority: 30,
    vendor: 'openai',
    cutoff: '2024-05-31',
    context: 400_000,
    reasoning: levels('minimal', 'low', 'medium', 'high'),
    verbosity: true,
  },
  {
    match: /^gpt-5[.\d]*-codex/,
    description: 'For work on code',
    type: 'other',
    priority: 14,
    vendor: 'openai',
    cutoff: '2024-09-30',
    context: 400_000,
    reasoning: levels('low', 'medium', 'high'),
  },
  {
    match: /^gpt-5/,
    description: 'OpenAI’s all-round model',
    type: 'other',
    priority: 10,
    vendor: 'openai',
    cutoff: '2024-09-30',
    context: 400_000,
    reasoning: levels('minimal', 'low', 'medium', 'high'),
    verbosity: true,
  },
  {
    match: /^gpt-4\.1-(mini|nano)/,
    description: 'Quick, without reasoning',
    type: 'fast',
    priority: 34,
    vendor: 'openai',
    cutoff: '2024-06-01',
    context: 1_047_576,
  },
  {
    match: /^gpt-4\.1/,
    description: 'Large context, without reasoning',
    type: 'other',
    priority: 40,
    vendor: 'openai',
    cutoff: '2024-06-01',
    context: 1_047_576,
  },
  {
    match: /^gpt-4o-mini/,
    description: 'Quick, earlier generation',
    type: 'fast',
    priority: 44,
    vendor: 'openai',
    cutoff: '2023-10-01',
    context: 128_000,
  },
  {
    match: /^(chatgpt-)?gpt-4o|^chatgpt-4o/,
    description: 'Earlier generation',
    type: 'other',
    priority: 46,
    vendor: 'openai',
    cutoff: '2023-10-01',
    context: 128_000,
  },
  {
    match: /^o\d.*-mini/,
    description: 'Reasoning, small',
    type: 'fast',
    priority: 42,
    vendor: 'openai',
    cutoff: '2024-06-01',
    context: 200_000,
    reasoning: levels('low', 'medium', 'high'),
  },
  {
    match: /^o\d/,
    description: 'Reasoning',
    type: 'other',
    priority: 41,
    vendor: 'openai',
    cutoff: '2024-06-01',
    context: 200_000,
    reasoning: levels('low', 'medium', 'high'),
  },
  {
    match: /^claude-.*haiku/,
    description: 'Quick and inexpensive',
    type: 'fast',
    priority: 31,
    vendor: 'anthropic',
    cutoff: '2025-02-28',
    context: 200_000,
    reasoning: budget(1_024, 32_000),
  },
  {
    match: /^claude-.*opus/,
    description: 'Anthropic’s most capable model',
    type: 'other',
    priority: 12,
    vendor: 'anthropic',
    cutoff: '2025-03-31',
    context: 200_000,
    reasoning: budget(1_024, 32_000),
  },
  {
    match: /^claude-.*sonnet/,
    description: 'Anthropic’s all-round model',
    type: 'other',
    priority: 11,
    vendor: 'anthropic',
    cutoff: '2025-01-31',
    context: 200_000,
    reasoning: budget(1_024, 64_000),
  },
  {
    match: /^claude-/,
    description: 'By Anthropic',
    type: 'other',
    priority: 48,
    vendor: 'anthropic',
    cutoff: null,
    context: 200_000,
  },
  {
    match: /^gemini-.*flash/,
    description: 'Quick, large context',
    type: 'fast',
    priority: 32,
    vendor: 'google',
    cutoff: '2025-01-31',
    context: 1_048_576,
    reasoning: budget(0, 24_576),
  },
  {
    match: /^gemini-.*pro/,
    description: 'Google’s most capable model',
    type: 'other',
    priority: 13,
    vendor: 'google',
    cutoff: '2025-01-31',
    context: 1_048_576,
    reasoning: budget(128, 32_768),
  },
  {
    match: /^(gemini|gemma)-/,
    description: 'By Google',
    type: 'other',
    priority: 49,
    vendor: 'google',
    cutoff: null,
    context: 128_000,
  },
  {
    match: /^grok-.*(fast|mini)/,
    description: 'Quick',
    type: 'fast',
    priority: 33,
    vendor: 'x',
    cutoff: '2024-11-30',
    context: 256_000,
  },
  {
    match: /^grok-/,
    description: 'xAI’s all-round model',
    type: 'other',
    priority: 15,
    vendor: 'x',
    cutoff: '2024-11-30',
    context: 256_000,
  },
];

/** Finds the facts about a model; for names of resellers (`vendor/model`) the last part counts. */
export const findKnown = (slug: string) =>
  knownModels.find(({ match }) => match.test(slug.split('/').at(-1)!.toLowerCase()));

/** Families that take pictures; providers that list the abilities of their models are believed instead. */
const SEES: readonly RegExp[] = [
  /^(gpt-(4o|4\.1|4-turbo|5)|chatgpt-4o|o1|o3|o4)/,
  /^claude-(3|opus|sonnet|haiku|fable|mythos)/,
  /^(gemini-|gemma-?[34]|grok-(4|2-vision))/,
  /^(llama-?4|llama-?3\.2-(11b|90b)|llava|bakllava|pixtral|mistral-(small|medium)-?3)/,
  /^(minicpm-v|moondream|internvl|glm-[\d.]+v|kimi-vl)/,
  /(^|[-.:\d])(vl|vision)([-.:\d]|$)/,
];
const SEES_NOT = /^(o1-(mini|preview)|o3-mini|gemma-?3[-:](270m|1b))/;

export function isKnownToSee(slug: string): boolean {
  const name = slug.split('/').at(-1)!.toLowerCase();
  return SEES.some((family) => family.test(name)) && !SEES_NOT.test(name);
}

const NOT_CHAT: readonly RegExp[] = [
  /whisper|tts|realtime|audio|transcribe|speech|lyria/i,
  /dall-e|image|imagen|veo|sora/i,
  /embed|rerank|moderation|davinci|babbage|instruct$|aqa/i,
  /search-preview|deep-research|robotics|computer-use/i,
];

/** True for names of chat models. */
export const holdsConversation = (slug: string) => !NOT_CHAT.some((kind) => kind.test(slug));
