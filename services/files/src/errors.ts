import { type AgentErrorReason, agentErrorOf, type CurrentFile } from '@zo/computer-client';
import { defineErrors, isServiceError, type ServiceError } from '@zo/errors';

export const fileErrors = defineErrors('files', {
  notFound: [404, 'File not found: {path}'],
  nameTaken: [409, '“{name}” is already there.'],
  blankName: [400, 'A name is needed.'],
  notAFolder: [409, '“{path}” is not a folder.'],
  isAFolder: [409, '“{path}” is a folder.'],
  notRegular: [403, '“{path}” is not a file that can be opened.'],
  notPermitted: [403, '“{path}” may not be opened or changed: permission denied.'],
  linkOutside: [403, '“{path}” is behind a link that leads out of your files.'],
  conflict: [409, '“{path}” was changed since it was opened.'],
  inUse: [409, '“{path}” keeps changing or is in use by a program. Try again.'],
  nestedTooDeep: [409, '“{path}” is nested too deep for this.'],
  refused: [409, 'The computer refused this: {reason}'],
  sameTarget: [400, 'Source and target are the same'],
  intoItself: [400, 'Cannot move into a child directory'],
  special: [403, '“{name}” belongs to the workspace and stays where it is.'],
  machineFolder: [403, 'The folder that a machine shows is chosen on that machine.'],
  insideTrash: [403, 'In the trash, things can only be restored or deleted.'],
  notInTrash: [403, 'Only what is in the trash can be deleted for good.'],
  outsideHome: [404, 'There is no preview of files outside your home.'],
  hostRefuses: [409, '{reason}'],
  leftTrash: [404, 'It is not in the trash of the machine any more.'],
  machineTooOld: [
    409,
    'The program on this machine is too old for this. End it there, and start it with the command of Settings › ' +
      'Machines.',
  ],
  sameComputer: [400, 'Both are on one computer. Use /api/files/move or /api/files/copy.'],
  tooManyEntries: [
    413,
    '“{name}” has more than {max} entries, too many to send to another computer. Make an archive of it first.',
  ],
  changedMeanwhile: [409, '“{path}” was changed while it was copied. Try again.'],
  notAllMovable: [
    409,
    '“{name}” has {count} links, pipes or unreadable names that cannot go to another computer. Copy it instead; ' +
      'nothing was moved.',
  ],
  keptBoth: [
    409,
    '“{name}” was changed while it was moved. It is in both places now: the new one has it as it was before.',
  ],
  tooManyTransfers: [429, 'Several transfers are running. Wait until one is done.'],
  transferLost: [
    503,
    'The connection to one of the two computers was lost. “{name}” is still where it was; what has arrived of it ' +
      'may be incomplete.',
  ],
  betweenMachines: [409, 'This goes from one computer to another. Use /api/files/transfer.'],
  archive: [422, '{reason}'],
  tooLarge: [413, '“{path}” is too large for this.'],
  diskFull: [507, 'The disk of your computer is full. Delete something or empty the trash; nothing was changed.'],
  overloaded: [503, 'Your computer is at a limit: {reason} Close something and try again; nothing was changed.'],
  timedOut: [503, 'Your computer took too long. Try again with less at once.'],
  asleep: [503, 'Your computer could not be woken. Nothing was lost; try again in a moment.'],
  interrupted: [503, 'Your computer stopped in the middle of this. Look whether it was done, then try again.'],
  badPath: [400, '{reason}'],
  unreadable: [422, '{reason}'],
  noContentOrigin: [409, 'Pages are not shown here: this installation has no address for them yet.'],
  tooManyViews: [429, 'Too many pages were opened. Try again in {seconds} seconds.'],
});

type Known = keyof typeof fileErrors;
/** Undefined marks an internal failure, which is logged as such. */
const BY_REASON: Record<AgentErrorReason, Known | undefined> = {
  notFound: 'notFound',
  nameTaken: 'nameTaken',
  staleBase: 'conflict',
  isFolder: 'isAFolder',
  notRegularFile: 'notRegular',
  linkOutside: 'linkOutside',
  inUse: 'inUse',
  nestedTooDeep: 'nestedTooDeep',
  tooLarge: 'tooLarge',
  diskFull: 'diskFull',
  notPermitted: 'notPermitted',
  invalid: 'badPath',
  sameTarget: 'sameTarget',
  intoItself: 'intoItself',
  limitReached: 'overloaded',
  timedOut: 'timedOut',
  unavailable: 'asleep',
  interrupted: 'interrupted',
  programMissing: 'refused',
  archive: 'archive',
  refused: 'refused',
  unreadable: 'unreadable',
  uploadNotFound: undefined,
  uploadSizeMismatch: undefined,
  chunkMismatch: undefined,
  homeNotEmpty: undefined,
  terminalNotFound: undefined,
  hostRefuses: 'hostRefuses',
  runsLater: undefined,
  unexpected: undefined,
};

/** Maps an agent's error to ours, with the path as the user sees it. */
export function fileError(error: unknown, path: string): Error {
  if (isServiceError(error)) return error;
  const agentError = agentErrorOf(error);
  const known = agentError && BY_REASON[agentError.reason];
  if (!known) return error as Error;
  const { current, size, limit } = agentError.facts;
  const extras =
    agentError.reason === 'staleBase'
      ? { current: presentCurrent(current) }
      : agentError.reason === 'tooLarge' && { size, limit };
  const values = { path, name: path.split('/').at(-1) ?? path, reason: agentError.message };
  return fileErrors[known](values, { ...(extras && { extras }), cause: error });
}

/**
 * Presents the file that conflicts, so that the client can tell whether it knows this version; the client reads the
 * content itself.
 */
export function presentCurrent(current: CurrentFile | undefined) {
  return { exists: current !== undefined, hash: null, size: 0, mtimeMs: 0, ...current };
}

/** The name is taken; `current` describes the existing file if known. */
export function nameTaken(name: string, current: CurrentFile | undefined, cause: unknown): ServiceError {
  return fileErrors.nameTaken({ name }, { ...(current && { extras: { current: presentCurrent(current) } }), cause });
}
