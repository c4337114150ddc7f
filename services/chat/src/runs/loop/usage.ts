/** The tokens of a step. */
import type { Tokens } from '../../allowances/price.js';

/** The end of a step, as the provider tells it. */
export interface StepEnd {
  readonly finishReason: string;
  readonly usage: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly inputTokenDetails?: { readonly cacheReadTokens?: number; readonly cacheWriteTokens?: number };
  };
}

/** Bounded: a provider may say anything. */
export function usageOf({
  inputTokens: input = 0,
  outputTokens: output = 0,
  inputTokenDetails = {},
}: StepEnd['usage']): Tokens {
  const within = (tokens: number | undefined, most: number) => Math.min(Math.max(tokens ?? 0, 0), most);
  const read = within(inputTokenDetails.cacheReadTokens, input);
  const written = within(inputTokenDetails.cacheWriteTokens, input - read);
  return { input, output, ...(read + written > 0 && { cached: { read, written } }) };
}
