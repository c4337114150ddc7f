/** Undoes whole runs of the assistant by the state of all files before and after them. */
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  RestoreChangesRequestSchema,
  RestoreRunResponseSchema,
  SnapshotRunResponseSchema,
  type RestoreRunRequest,
  type RestoreRunResponse,
  type SnapshotRunResponse,
} from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import type { Computer } from '../server/computer.js';
import type { History } from './history.js';
import { restoreChanges } from './restore-changes.js';

const RUN_ID = /^[A-Za-z0-9-]{1,64}$/;

export async function snapshotRun(history: History, runId: string): Promise<SnapshotRunResponse> {
  if (!RUN_ID.test(runId)) throw invalid('This is not a run id.');
  await history.flush();
  const { since, until } = await history.call('markRun', { runId });
  return create(SnapshotRunResponseSchema, { sinceSeq: BigInt(since), untilSeq: BigInt(until ?? since) });
}

/** A run that was cut off has no end: all that changed since its beginning counts as its work. */
export async function restoreRun(computer: Computer, { runId, cause }: RestoreRunRequest): Promise<RestoreRunResponse> {
  const { history } = computer;
  const marks = await history.call('run', { runId });
  if (!marks) throw agentError(ErrorReason.NOT_FOUND, 'The state before this run is not kept.');
  const undoRunId = randomUUID();
  const { sinceSeq: now } = await snapshotRun(history, undoRunId);
  const bounds = { sinceSeq: BigInt(marks.since), untilSeq: marks.until === null ? now : BigInt(marks.until) };
  try {
    const request = create(RestoreChangesRequestSchema, { ...bounds, ...(cause && { cause }) });
    const changes = await restoreChanges(computer, request);
    return create(RestoreRunResponseSchema, { changes, undoRunId });
  } finally {
    await snapshotRun(history, undoRunId);
  }
}
