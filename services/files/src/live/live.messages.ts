/** Converts a change on a computer to the message for browsers (LS-01). */
import { Change, type WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import type { LiveMessage } from '@zo/live';
import { fromAgentPath } from '@zo/computer-client';
import type { MachineRoot } from '@zo/proto/location';

type FileChange = Extract<LiveMessage, { type: 'fs_event' }>;
type MachineEvent = Extract<LiveMessage, { type: 'machine_event' }>;

/** Agents may send numbers that are not in the enum. */
const EVENT_TYPES: Partial<Record<Change, FileChange['payload']['eventType']>> = {
  [Change.CREATED]: 'created',
  [Change.DELETED]: 'deleted',
  [Change.MOVED]: 'moved',
  [Change.MODIFIED]: 'modified',
};

/** Returns undefined for an unknown kind of change. */
export function fileEventMessage(event: WatchResponse_FileEvent, epoch: string): FileChange | undefined {
  const eventType = EVENT_TYPES[event.change];
  if (!eventType) return undefined;
  const from = fromAgentPath(event.path);
  const dest = eventType === 'moved' ? fromAgentPath(event.dest) : undefined;
  return {
    type: 'fs_event',
    seq: Number(event.seq),
    epoch,
    payload: {
      eventType,
      root: from.root,
      relativePath: from.path.join('/'),
      destPath: dest?.path.join('/') ?? null,
      ...(dest && dest.root !== from.root && { destRoot: dest.root }),
      isDirectory: event.directory,
      at: event.atMs,
    },
  };
}

/** The same on a machine, whose agent shows its folder as its workspace. */
export function machineEventMessage(event: WatchResponse_FileEvent, root: MachineRoot): MachineEvent | undefined {
  const message = fileEventMessage(event, '');
  if (!message) return undefined;
  const { destRoot: _, ...payload } = message.payload;
  return { type: 'machine_event', payload: { ...payload, root } };
}
