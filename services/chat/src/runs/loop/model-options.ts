/** MD-03: maps reasoning and verbosity to the options of each provider. */
import type { ModelEntry } from '../../models/catalogue.js';
import type { ProviderKind } from '../../models/provider.js';
import type { ModelSettings } from '../../models/models.dto.js';
import type { StepRequest } from './step.js';

/** Omits settings the model does not support. */
export function modelOptions(
  kind: ProviderKind | undefined,
  entry: ModelEntry,
  settings: ModelSettings,
): StepRequest['options'] {
  const { reasoning, verbosity } = settings;
  const providerOptions: Record<string, Record<string, never>> = {};
  const set = (provider: string, options: object) =>
    (providerOptions[provider] = { ...providerOptions[provider], ...options } as Record<string, never>);
  // The provider must not store conversations.
  if (kind === 'openai')
    set('openai', { store: false, ...(verbosity && entry.features.control_verbosity && { textVerbosity: verbosity }) });
  if (reasoning?.kind === 'budget_tokens' && entry.reasoning?.kind === 'token_budget') {
    const tokens = Math.min(Math.max(reasoning.tokens, entry.reasoning.min_tokens), entry.reasoning.max_tokens);
    if (kind === 'anthropic') set('anthropic', { thinking: { type: 'enabled', budgetTokens: tokens } });
    if (kind === 'google') set('google', { thinkingConfig: { thinkingBudget: tokens, includeThoughts: tokens > 0 } });
  }
  const known =
    entry.reasoning?.kind === 'levels' &&
    reasoning?.kind === 'level' &&
    entry.reasoning.levels.some(({ value }) => value === reasoning.level);
  return { providerOptions, ...(known && { reasoning: reasoning.level as 'low' }) };
}
