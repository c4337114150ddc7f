import { defineErrors } from '@zo/errors';
import { isInvalidResponse, isUnresponsive } from '@zo/rpc';

export const computerErrors = defineErrors('computer', {
  notAnswering: [
    503,
    'Your computer does not answer. What was saved is safe; your next request starts the computer again.',
  ],
  machineUnavailable: [409, '{reason}'],
  machineRemoved: [409, '{reason}'],
  notForPrograms: [403, 'Programs cannot reach your machines: open them yourself.'],
  busy: [503, 'Your computer is busy with other downloads. Try again in a moment.'],
  badAnswer: [502, 'Your computer gave an answer that cannot be used.'],
});

/** Maps a silent computer and invalid responses to errors for users; returns other errors unchanged. */
export function toServiceError(error: unknown): unknown {
  if (isUnresponsive(error)) return computerErrors.notAnswering({}, { cause: error });
  return isInvalidResponse(error) ? computerErrors.badAnswer({}, { cause: error }) : error;
}
