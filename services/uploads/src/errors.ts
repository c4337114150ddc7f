import { type AgentErrorReason, agentErrorOf } from '@zo/computer-client';
import { defineErrors, isServiceError } from '@zo/errors';
import { type AnyLocation, isMachineRoot } from '@zo/proto/location';

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
  sizeDiffers: [409, 'The upload has {size} bytes on your computer, not as many as it began with. Upload it again.'],
  notPermitted: [403, 'The folder may not be changed: permission denied.'],
  linkOutside: [403, 'The folder is behind a link that leads out of your files.'],
  targetGone: [409, 'The folder cannot be reached any more: {reason}'],
  diskFull: [507, 'The disk of your computer is full. Delete something or empty the trash; nothing was changed.'],
  overloaded: [503, 'Your computer is at a limit: {reason} Close something and try again; nothing was changed.'],
  timedOut: [503, 'Your computer took too long. Try again.'],
  interrupted: [503, 'Your computer stopped in the middle of this. Look whether it was done, then try again.'],
  asleep: [503, 'Your computer could not be woken. Nothing was lost; try again in a moment.'],
  machineAway: [503, 'Your machine is not connected. Start zo-machine on it, and the upload goes on.'],
  machineFull: [507, 'The disk of your machine is full. Make room there and upload it again; nothing was changed.'],
  machineSizeDiffers: [
    409,
    'The upload has {size} bytes on your machine, not as many as it began with. Upload it again.',
  ],
  machineOverloaded: [503, 'Your machine is at a limit: {reason} Close something and try again; nothing was changed.'],
});

type Known = keyof typeof uploadErrors;
/** Undefined marks an internal failure, which is logged as such. */
const BY_REASON: Record<AgentErrorReason, Known | undefined> = {
  notFound: 'targetGone',
  uploadNotFound: 'notFound',
  nameTaken: 'nameTaken',
  staleBase: 'nameTaken',
  notRegularFile: 'nameTaken',
  isFolder: 'nameTaken',
  linkOutside: 'linkOutside',
  inUse: 'targetGone',
  nestedTooDeep: 'targetGone',
  invalid: 'targetGone',
  refused: 'targetGone',
  hostRefuses: 'targetGone',
  uploadSizeMismatch: 'sizeDiffers',
  chunkMismatch: 'differs',
  tooLarge: 'diskFull',
  diskFull: 'diskFull',
  notPermitted: 'notPermitted',
  limitReached: 'overloaded',
  timedOut: 'timedOut',
  unavailable: 'asleep',
  interrupted: 'interrupted',
  sameTarget: undefined,
  intoItself: undefined,
  programMissing: undefined,
  archive: undefined,
  homeNotEmpty: undefined,
  unreadable: undefined,
  terminalNotFound: undefined,
  runsLater: undefined,
  unexpected: undefined,
};

/** What another sentence says about a machine of the user's own. */
const ON_MACHINES: Partial<Record<AgentErrorReason, Known>> = {
  uploadSizeMismatch: 'machineSizeDiffers',
  tooLarge: 'machineFull',
  diskFull: 'machineFull',
  limitReached: 'machineOverloaded',
  timedOut: 'machineAway',
  unavailable: 'machineAway',
  interrupted: 'machineAway',
};

/** The upload that failed, or its chunk with this index. */
export interface FailedUpload {
  readonly root: AnyLocation['root'];
  readonly fileName: string;
  readonly index?: number;
}

/** Maps an agent's error to ours. */
export function uploadError(error: unknown, { root, fileName, index = 0 }: FailedUpload): Error {
  const isOnMachine = isMachineRoot(root);
  if (isOnMachine && isAway(error)) return uploadErrors.machineAway({}, { cause: error });
  if (isServiceError(error)) return error;
  const agentError = agentErrorOf(error);
  const known = agentError && ((isOnMachine && ON_MACHINES[agentError.reason]) || BY_REASON[agentError.reason]);
  if (!known) return error as Error;
  const values = { name: fileName, index, reason: agentError.message, size: agentError.facts.size ?? 0 };
  return uploadErrors[known](values, { cause: error });
}

/** Of a machine: it is not connected, or its connection broke without a word. */
const isAway = (error: unknown): boolean =>
  isServiceError(error, 'computer.machine_unavailable') || isServiceError(error, 'computer.not_answering');
