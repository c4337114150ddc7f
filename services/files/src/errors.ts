import { Code, ConnectError } from '@connectrpc/connect';
import { defineErrors, isServiceError } from '@zo/shared/errors';

export const fileErrors = defineErrors('files', {
  notFound: [404, 'File not found: {path}'],
  nameTaken: [409, '“{name}” is already there.'],
  blankName: [400, 'A name is needed.'],
  notAFolder: [409, '“{path}” is not a folder.'],
  isAFolder: [409, '“{path}” is a folder.'],
  notRegular: [403, '“{path}” is not a file that can be opened.'],
  conflict: [409, '“{path}” was changed since it was opened.'],
  sameTarget: [400, 'Source and target are the same'],
  intoItself: [400, 'Cannot move into a child directory'],
  special: [403, '“{name}” belongs to the workspace and stays where it is.'],
  insideTrash: [403, 'In the trash, things can only be restored or deleted.'],
  notInTrash: [403, 'Only what is in the trash can be deleted for good.'],
  outsideHome: [404, 'There is no preview of files outside your home.'],
  tooLarge: [413, '“{path}” is too large for this.'],
  diskFull: [507, 'The disk of your computer is full. Delete something or empty the trash; nothing was changed.'],
  asleep: [503, 'Your computer could not be woken. Nothing was lost; try again in a moment.'],
  interrupted: [503, 'Your computer stopped in the middle of this. Look whether it was done, then try again.'],
  badPath: [400, '{reason}'],
});

type Known = keyof typeof fileErrors;
const BY_CODE: Partial<Record<Code, Known>> = {
  [Code.NotFound]: 'notFound',
  [Code.AlreadyExists]: 'nameTaken',
  [Code.PermissionDenied]: 'notRegular',
  [Code.OutOfRange]: 'tooLarge',
  [Code.ResourceExhausted]: 'diskFull',
  [Code.Unavailable]: 'asleep',
  // The agent ended while it worked: nobody knows whether it was done.
  [Code.Canceled]: 'interrupted',
  [Code.Aborted]: 'interrupted',
};

/** What the agent's answer means for a file: our sentence, with the path as people see it. */
export function fileFault(error: unknown, path: string): Error {
  if (isServiceError(error)) return error;
  const fault = ConnectError.from(error);
  const name = path.split('/').at(-1) ?? path;
  const known = BY_CODE[fault.code];
  if (known) return fileErrors[known]({ path, name }, { cause: error });
  if (fault.code === Code.InvalidArgument) return fileErrors.badPath({ reason: fault.rawMessage }, { cause: error });
  if (fault.code === Code.FailedPrecondition) return fileErrors.badPath({ reason: fault.rawMessage }, { cause: error });
  return error as Error;
}
