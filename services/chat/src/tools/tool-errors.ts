/** Explains errors of tools in words that a model and a user can act on. */
import { type AgentErrorReason, agentErrorOf, isAgentError } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';
import { McpError } from '../mcp/mcp-error.js';
import { MediaError } from '../media/media-error.js';
import { SearchError } from '../search/search-error.js';

/** A failure the model can act on; any other error is a bug of ours. */
export class ToolError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'ToolError';
  }
}

/** Error codes for the model. Undefined marks an internal failure. */
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
  unreadable: 'unreadable',
  archive: 'refused',
  hostRefuses: 'refused',
  runsLater: 'runs_later',
  uploadNotFound: undefined,
  uploadSizeMismatch: undefined,
  chunkMismatch: undefined,
  homeNotEmpty: undefined,
  terminalNotFound: undefined,
  unexpected: undefined,
};

export function explainToolError(error: unknown): { message: string; code: string } {
  if (error instanceof ToolError) return { message: error.message, code: error.code };
  if (error instanceof McpError) return { message: error.message, code: 'server_failed' };
  if (error instanceof MediaError) return { message: error.message, code: error.code };
  if (error instanceof SearchError) return { message: error.message, code: error.code };
  if (isServiceError(error) && error.code.startsWith('computer.'))
    return { message: error.detail, code: 'computer_unavailable' };
  if (isServiceError(error) && /^(articles|outbound)\./.test(error.code))
    return { message: error.detail, code: error.code.split('.')[1]! };
  const agentError = agentErrorOf(error);
  const code = agentError && CODES[agentError.reason];
  if (code === 'computer_unavailable') return { message: 'The computer cannot be reached right now.', code };
  if (code) return { message: agentError.message, code };
  return { message: 'The tool failed for a reason of ours.', code: 'unexpected' };
}

/** True if the agent reports that the file does not exist. */
export const isMissing = (error: unknown) => isAgentError(error, 'notFound');

/** True if the path now has other content, or is not a file. */
export const isConflict = (error: unknown) => isAgentError(error, 'staleBase', 'isFolder', 'notRegularFile');

/** True if the file is larger than the requested maximum. */
export const isTooLarge = (error: unknown) => isAgentError(error, 'tooLarge');

/** True if the call was aborted because it took too long. */
export const isTooSlow = (error: unknown) => isAgentError(error, 'timedOut');
