import { create } from '@bufbuild/protobuf';
import {
  PathSchema,
  WatchResponseSchema,
  WatchResponse_FileEventSchema,
  WatchResponse_StartSchema,
  type WatchRequest,
  type WatchResponse,
} from '@zo/proto/agent/v1';
import type { EventLog, FileEvent } from './log.js';

function start({ epoch, seq }: EventLog, { reached, gap }: { reached: number; gap: boolean }): WatchResponse {
  return create(WatchResponseSchema, {
    event: {
      case: 'start',
      value: create(WatchResponse_StartSchema, { epoch, seq: BigInt(seq), sinceSeq: BigInt(reached), gap }),
    },
  });
}

/** The event number to resume from: the reader's own, or that of the moment when it began to read the folders. */
function placeOf(log: EventLog, { epoch, sinceSeq, sinceMsAgo }: WatchRequest): number | undefined {
  const place =
    epoch === '' ? log.seqAt(Date.now() - Number(sinceMsAgo)) : epoch === log.epoch ? Number(sinceSeq) : undefined;
  return place !== undefined && log.has(place) ? place : undefined;
}

function file({ seq, change, root, path, dest, directory, at }: FileEvent): WatchResponse {
  const value = create(WatchResponse_FileEventSchema, {
    seq: BigInt(seq),
    change,
    directory,
    atMs: at,
    path: create(PathSchema, { root, segments: path }),
    ...(dest && { dest: create(PathSchema, { root: dest.root, segments: dest.path }) }),
  });
  return create(WatchResponseSchema, { event: { case: 'file', value } });
}

/** Everything that changes, from the caller's position if it is still kept; otherwise a start with a gap. */
export async function* follow(
  log: EventLog,
  request: WatchRequest,
  signal: AbortSignal,
): AsyncGenerator<WatchResponse> {
  const place = placeOf(log, request);
  let reached = place ?? log.seq;
  yield start(log, { reached, gap: place === undefined });
  while (!signal.aborted) {
    if (!log.has(reached)) {
      reached = log.seq;
      yield start(log, { reached, gap: true });
      continue;
    }
    const event = log.after(reached);
    if (event) {
      reached = event.seq;
      yield file(event);
    } else await log.next(signal);
  }
}
