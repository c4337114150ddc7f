/** What the tools that give work to runs of their own have in common. */
import type { ToolResult, WebSource } from '../../shapes/tool-result.js';
import type { CallContext, Delegated } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const MAX_ANSWER = 40_000;

/**
 * What a part has answered, and the pages that it has read.
 * @throws ToolError if it did not end well, with what it wrote
 */
export async function delegated(
  { delegate }: Pick<CallContext, 'delegate'>,
  task: Delegated,
): Promise<{ answer: string; sources: readonly WebSource[] }> {
  const { answer, sources, error } = await delegate(task);
  const said = answer.length > MAX_ANSWER ? `${answer.slice(0, MAX_ANSWER).toWellFormed()}…` : answer;
  if (error === undefined) return { answer: said, sources };
  const until = said && ` Until then it wrote:\n${said}`;
  throw new ToolError(`This part did not end well: ${error}${until}`, 'part_failed');
}

/** The result of a call; people are led to the pages. */
export const resultOf = ({ answer, sources }: { answer: string; sources: readonly WebSource[] }): ToolResult => ({
  type: 'text',
  text: answer,
  ...(sources.length > 0 && { sources: [...sources] }),
});
