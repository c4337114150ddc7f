/** What the tools that give work to runs of their own have in common. */
import type { CallContext, Delegated } from './tool.js';
import { ToolError } from './tool-errors.js';

const MAX_ANSWER = 40_000;

/** @throws ToolError if the part did not end well; with what it had found */
export async function delegated({ delegate }: Pick<CallContext, 'delegate'>, task: Delegated): Promise<string> {
  const { answer, error } = await delegate(task);
  const said = answer.length > MAX_ANSWER ? `${answer.slice(0, MAX_ANSWER).toWellFormed()}…` : answer;
  if (error !== undefined)
    throw new ToolError(
      `This part did not end well: ${error}${said && ` Until then it wrote:\n${said}`}`,
      'part_failed',
    );
  return said;
}
