import { create } from '@bufbuild/protobuf';
import { PathSchema, WatchResponseSchema, WatchResponse_FileEventSchema, WatchResponse_StartSchema, type WatchRequest, type WatchResponse } from '@zo/proto/agent/v1';
import type { EventLog, FileEvent } from './log.js';

function start(log: EventLog, seq: number, gap: boolean): WatchResponse {
  return create(WatchResponseSchema, { event: { case: 'start', value: create(WatchResponse_StartSchema, { epoch: log.epoch, seq: BigInt(seq), gap }) } });
}

function file({ seq, change, root, path, dest, directory, at }: FileEvent): WatchResponse {
  const value = create(WatchResponse_FileEventSchema, {
    seq: BigInt(seq), change, directory, atMs: at,
    path: create(PathSchema, { root, segments: path }),
    ...(dest && { dest: create(PathSchema, { root: dest.root, segments: dest.path }) }),
  });
  return create(WatchResponseSchema, { event: { case: 'file', value } });
}

/** Everything that changes, from where the caller left off when that is still known; otherwise a start with a gap. */
export async function* follow(log: EventLog, request: WatchRequest, signal: AbortSignal): AsyncGenerator<WatchResponse> {
  const since = Number(request.sinceSeq);
  const first = request.epoch === '';
  const known = request.epoch === log.epoch && log.has(since);
  let reached = known ? since : log.seq;
  yield start(log, log.seq, !known && !first);
  while (!signal.aborted) {
    if (!log.has(reached)) {
      reached = log.seq;
      yield start(log, log.seq, true);
      continue;
    }
    const event = log.after(reached);
    if (event) {
      reached = event.seq;
      yield file(event);
    } else await log.next(signal);
  }
}
