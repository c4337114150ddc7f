/** Joins what the user said in several messages, for servers whose templates refuse two of one role in a row. */
import type { ModelMessage, UserContent } from 'ai';

type UserMessage = ModelMessage & { role: 'user' };

export function inTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'user' && last?.role === 'user') turns[turns.length - 1] = joined(last, message);
    else turns.push(message);
  }
  return turns;
}

const joined = (first: UserMessage, second: UserMessage): UserMessage => ({
  role: 'user',
  content:
    typeof first.content === 'string' && typeof second.content === 'string'
      ? `${first.content}\n\n${second.content}`
      : [...partsOf(first.content), ...partsOf(second.content)],
});

const partsOf = (content: UserContent) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
