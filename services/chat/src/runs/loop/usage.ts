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

/** More than any request has. */
const MAX_TOKENS = 1_000_000_000;
const UNKNOWN: Tokens = { input: 0, output: 0 };
const isAmount = (tokens: number): boolean => tokens >= 0 && tokens <= MAX_TOKENS;

/** A provider may say anything: what cannot be is as if it had said nothing. Whole, as it is stored. */
export function usageOf({ inputTokens = 0, outputTokens = 0, inputTokenDetails = {} }: StepEnd['usage']): Tokens {
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return UNKNOWN;
  const [input, output] = [Math.ceil(inputTokens), Math.ceil(outputTokens)];
  const within = (tokens: number | undefined, most: number) => Math.min(Math.max(Math.floor(tokens ?? 0), 0), most);
  const read = within(inputTokenDetails.cacheReadTokens, input);
  const written = within(inputTokenDetails.cacheWriteTokens, input - read);
  return { input, output, ...(read + written > 0 && { cached: { read, written } }) };
}
