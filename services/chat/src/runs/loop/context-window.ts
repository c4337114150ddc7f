/** Keeps what a model is sent within its context window. */
import type { ModelMessage } from 'ai';
import { estimateTokens } from '../../models/estimate.js';

/** A window that nobody knows: that of small local models. */
const UNKNOWN_WINDOW = 32_000;
/** Above this share of the window messages are left out, down to the lower one: rarely, because it costs the prefix. */
const FULL = 0.7;
const ROOMY = 0.4;
/** Messages of a run whose results stay. */
const RECENT = 8;
const LEFT_OUT = '(This result is left out to make room. Call the tool again if it is needed.)';

export const tokensOf = (messages: readonly ModelMessage[]): number => estimateTokens(JSON.stringify(messages));

/**
 * How many of the oldest groups are left out, so that the others fit. The last group always stays.
 * @param sizes tokens of each group, oldest first
 */
export function countLeftOut(sizes: readonly number[], window: number | null): number {
  const size = window ?? UNKNOWN_WINDOW;
  let [first, total] = [0, 0];
  for (const [index, tokens] of sizes.entries()) {
    total += tokens;
    if (total <= size * FULL) continue;
    for (; first < index && total > size * ROOMY; first++) total -= sizes[first]!;
  }
  return first;
}

/** Replaces old results of tools in place, once what a run has collected fills the window. */
export function makeRoom(messages: ModelMessage[], window: number | null): void {
  const size = window ?? UNKNOWN_WINDOW;
  let total = tokensOf(messages);
  if (total <= size * FULL) return;
  for (let index = 0; index < messages.length - RECENT && total > size * ROOMY; index++) {
    const message = messages[index]!;
    if (message.role !== 'tool') continue;
    const shortened: ModelMessage = {
      ...message,
      content: message.content.map((part) =>
        part.type === 'tool-result' ? { ...part, output: { type: 'text' as const, value: LEFT_OUT } } : part,
      ),
    };
    total -= tokensOf([message]) - tokensOf([shortened]);
    messages[index] = shortened;
  }
}
