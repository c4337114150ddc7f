/** What travels over the live websocket (LS-01). */
import { Change, type WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import { fromAgentPath } from '../paths.js';

const EVENT_TYPES: Record<Change, 'created' | 'deleted' | 'moved' | 'modified' | undefined> = {
  [Change.UNSPECIFIED]: undefined,
  [Change.CREATED]: 'created',
  [Change.DELETED]: 'deleted',
  [Change.MOVED]: 'moved',
  [Change.MODIFIED]: 'modified',
};

export function fileEventMessage(event: WatchResponse_FileEvent, epoch: string) {
  const from = fromAgentPath(event.path);
  const dest = event.change === Change.MOVED ? fromAgentPath(event.dest) : undefined;
  return {
    type: 'fs_event',
    seq: Number(event.seq),
    epoch,
    payload: {
      eventType: EVENT_TYPES[event.change],
      root: from.root,
      relativePath: from.path.join('/'),
      destPath: dest?.path.join('/') ?? null,
      ...(dest && dest.root !== from.root && { destRoot: dest.root }),
      isDirectory: event.directory,
      at: event.atMs,
    },
  };
}
