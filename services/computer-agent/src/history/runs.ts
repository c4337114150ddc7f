/** Undoes whole runs of the assistant, and restores folders, by the state of all files before and after them. */
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  RestoreChangesRequestSchema,
  RestoreFolderResponseSchema,
  RestoreRunResponseSchema,
  SnapshotRunResponseSchema,
  type RestoreChangesResponse,
  type RestoreFolderRequest,
  type RestoreFolderResponse,
  type RestoreRunRequest,
  type RestoreRunResponse,
  type SnapshotRunResponse,
} from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import type { Computer } from '../server/computer.js';
import type { History } from './history.js';
import { isInTrash, keyOf } from './keys.js';
import { restoreChanges } from './restore/restore-changes.js';

const RUN_ID = /^[A-Za-z0-9-]{1,64}$/;

export async function snapshotRun(
  history: History,
  { runId, conversationId = '', begins = false }: { runId: string; conversationId?: string; begins?: boolean },
): Promise<SnapshotRunResponse> {
  if (!RUN_ID.test(runId)) throw invalid('This is not a run id.');
  await history.flush();
  const { since, until } = await history.call('markRun', { runId, conversation: conversationId, begins });
  const bounds = { sinceSeq: BigInt(since), untilSeq: BigInt(until ?? since) };
  return create(SnapshotRunResponseSchema, { ...bounds, isFirst: until === null });
}

/** A run that was cut off has no end: all that changed since its beginning counts as its work. */
export async function restoreRun(
  computer: Computer,
  { runId, cause, conversationId }: RestoreRunRequest,
): Promise<RestoreRunResponse> {
  const marks = await computer.history.call('run', { runId });
  if (!marks) throw agentError(ErrorReason.NOT_FOUND, 'The state before this run is not kept.');
  const restored = await asRun(computer.history, (now) => {
    const bounds = { sinceSeq: BigInt(marks.since), untilSeq: marks.until === null ? now : BigInt(marks.until) };
    const request = { ...bounds, conversationId, ...(cause && { cause }) };
    return restoreChanges(computer, create(RestoreChangesRequestSchema, request));
  });
  return create(RestoreRunResponseSchema, restored);
}

/** Files in the trash stay there; what is restored from it is a copy. */
export async function restoreFolder(
  computer: Computer,
  { path, seq, cause }: RestoreFolderRequest,
): Promise<RestoreFolderResponse> {
  const folder = keyOf(path);
  if (isInTrash(`${folder}/`)) throw invalid('What is in the trash is restored from there.');
  const restored = await asRun(computer.history, (now) => {
    const request = create(RestoreChangesRequestSchema, { sinceSeq: seq, untilSeq: now, ...(cause && { cause }) });
    return restoreChanges(computer, request, folder);
  });
  return create(RestoreFolderResponseSchema, restored);
}

/** Restores between two snapshots, so that it can be undone. `restore` gets the number of the first. */
async function asRun(
  history: History,
  restore: (now: bigint) => Promise<RestoreChangesResponse>,
): Promise<{ changes: RestoreChangesResponse; undoRunId: string }> {
  const undoRunId = randomUUID();
  const { sinceSeq: now } = await snapshotRun(history, { runId: undoRunId });
  try {
    return { changes: await restore(now), undoRunId };
  } finally {
    await snapshotRun(history, { runId: undoRunId });
  }
}
