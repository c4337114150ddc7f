import { Code, ConnectError } from '@connectrpc/connect';
import { defineErrors, isServiceError } from '@zo/shared/errors';

export const uploadErrors = defineErrors('uploads', {
  notFound: [404, 'There is no such upload. It was finished, cancelled, or waited for too long.'],
  wrongChunk: [400, 'This part does not belong to the upload: {reason}'],
  tooShort: [400, 'The part ended early: {received} of {expected} bytes arrived.'],
  differs: [409, 'Part {index} was sent before with other content.'],
  incomplete: [409, '{missing} of {total} parts have not arrived yet.'],
  mismatch: [400, 'Name, size or folder are not those the upload began with.'],
  nameTaken: [409, '“{name}” is already there.'],
  tooLargeForSingle: [413, 'Files of more than 6 MB are sent in parts.'],
  overLimit: [413, 'The following files exceed the {limit}MB limit: {names}'],
  badForm: [400, 'The form cannot be read: {reason}'],
  insideTrash: [403, 'Nothing can be put into the trash this way.'],
  targetGone: [409, 'The folder cannot be reached any more: {reason}'],
  diskFull: [507, 'The disk of your computer is full. Delete something or empty the trash; nothing was changed.'],
  interrupted: [503, 'Your computer stopped in the middle of this. Look whether it was done, then try again.'],
  asleep: [503, 'Your computer could not be woken. Nothing was lost; try again in a moment.'],
});

/** What the agent's answer means for an upload. */
export function uploadFault(error: unknown, name: string): Error {
  if (isServiceError(error)) return error;
  const { code, rawMessage } = ConnectError.from(error);
  if (code === Code.NotFound) return uploadErrors.notFound({}, { cause: error });
  if (code === Code.AlreadyExists || code === Code.FailedPrecondition)
    return uploadErrors.nameTaken({ name }, { cause: error });
  if (code === Code.ResourceExhausted) return uploadErrors.diskFull({}, { cause: error });
  if (code === Code.Unavailable) return uploadErrors.asleep({}, { cause: error });
  // The agent ended while it worked: nobody knows whether it was done.
  if (code === Code.Canceled || code === Code.Aborted) return uploadErrors.interrupted({}, { cause: error });
  if (code === Code.InvalidArgument || code === Code.PermissionDenied)
    return uploadErrors.targetGone({ reason: rawMessage }, { cause: error });
  return error as Error;
}
