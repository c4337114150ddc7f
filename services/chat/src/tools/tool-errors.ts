/** What went wrong in a tool, in words a model and a person can act on. */
import { type AgentErrorReason, agentErrorOf, isAgentError } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';

/** A failure with a meaning for the model; anything else thrown is a fault of ours. */
export class ToolError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** What the model is told an error is. Undefined: a failure of ours. */
const CODES: Record<AgentErrorReason, string | undefined> = {
  notFound: 'not_found',
  nameTaken: 'already_exists',
  staleBase: 'conflict',
  isFolder: 'is_folder',
  notRegularFile: 'not_a_file',
  linkOutside: 'outside_home',
  inUse: 'in_use',
  nestedTooDeep: 'too_deep',
  tooLarge: 'too_large',
  diskFull: 'full',
  notPermitted: 'not_allowed',
  invalid: 'invalid',
  sameTarget: 'invalid',
  intoItself: 'invalid',
  limitReached: 'limit_reached',
  unavailable: 'computer_unavailable',
  interrupted: undefined,
  timedOut: 'timed_out',
  programMissing: 'program_missing',
  refused: 'refused',
  uploadNotFound: undefined,
  uploadSizeMismatch: undefined,
  chunkMismatch: undefined,
  homeNotEmpty: undefined,
  terminalNotFound: undefined,
  unexpected: undefined,
};

export function explainToolError(error: unknown): { message: string; code: string } {
  if (error instanceof ToolError) return { message: error.message, code: error.code };
  if (isServiceError(error) && error.code.startsWith('computer.'))
    return { message: error.detail, code: 'computer_unavailable' };
  const fault = agentErrorOf(error);
  const code = fault && CODES[fault.reason];
  if (code === 'computer_unavailable') return { message: 'The computer cannot be reached right now.', code };
  if (code) return { message: fault.message, code };
  return { message: 'The tool failed for a reason of ours.', code: 'unexpected' };
}

/** True when the agent says that nothing stands there. */
export const isMissing = (error: unknown) => isAgentError(error, 'notFound');

/** True when something else stands there by now: other content, or what is no file at all. */
export const isConflict = (error: unknown) => isAgentError(error, 'staleBase', 'isFolder', 'notRegularFile');

/** True when the file has more bytes than were asked for at most. */
export const isTooLarge = (error: unknown) => isAgentError(error, 'tooLarge');

/** True when it was ended because it took too long. */
export const isTooSlow = (error: unknown) => isAgentError(error, 'timedOut');
