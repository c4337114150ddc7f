/** What went wrong in a tool, in words a model and a person can act on. */
import { Code, ConnectError } from '@connectrpc/connect';

/** A failure with a meaning for the model; anything else thrown is a fault of ours. */
export class ToolFault extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'ToolFault';
  }
}

const CODES: Partial<Record<Code, string>> = {
  [Code.NotFound]: 'not_found',
  [Code.AlreadyExists]: 'already_exists',
  [Code.InvalidArgument]: 'invalid',
  [Code.OutOfRange]: 'too_large',
  [Code.FailedPrecondition]: 'conflict',
  [Code.PermissionDenied]: 'not_allowed',
  [Code.ResourceExhausted]: 'full',
  [Code.Unavailable]: 'computer_unavailable',
  [Code.DeadlineExceeded]: 'timed_out',
};

export function explainFault(error: unknown): { message: string; code: string } {
  if (error instanceof ToolFault) return { message: error.message, code: error.code };
  if (error instanceof ConnectError) {
    const code = CODES[error.code];
    if (error.code === Code.Unavailable)
      return { message: 'The computer cannot be reached right now.', code: 'computer_unavailable' };
    if (code) return { message: error.rawMessage, code };
  }
  return { message: 'The tool failed for a reason of ours.', code: 'unexpected' };
}

/** True when the agent says that nothing stands there. */
export const isMissing = (error: unknown) => error instanceof ConnectError && error.code === Code.NotFound;
/** True when something else stands there by now: other content, or what is no file at all. */
export const isConflict = (error: unknown) => error instanceof ConnectError && error.code === Code.FailedPrecondition;

/** True when the file has more bytes than were asked for at most. */
export const isTooLarge = (error: unknown) => error instanceof ConnectError && error.code === Code.OutOfRange;

/** True when it was ended because it took too long. */
export const isTooSlow = (error: unknown) => error instanceof ConnectError && error.code === Code.DeadlineExceeded;
