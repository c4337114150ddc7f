import { api } from '../store/api';
import { store } from '../store/store';
import { connectionChanged } from '../store/ui.slice';
import { filesApi } from '../api/files.endpoints';
import { computerApi } from '../api/computer.endpoints';
import { isOnMachine, parentOf, pathKey, type Location } from '../paths';
import { patchFolder, type RowChange } from './folder-patch';
import type { FsEvent } from './messages';
import { changedLocation, movedLocation } from './locations';
import { live } from './socket';

const BATCH_MS = 24;
/** A folder is read again once in this time while it changes, later the more rows it has. */
const REFRESH_MS = 350;
const REFRESH_ROW_MS = 0.75;
const MAX_REFRESH_MS = 4_000;

const pending = new Map<string, { location: Location; changes: RowChange[] }>();
const refreshes = new Map<string, ReturnType<typeof setTimeout>>();
let flushTimer: ReturnType<typeof setTimeout> | undefined;

function note(location: Location, change: RowChange): void {
  const parent = { root: location.root, path: location.path.slice(0, -1) };
  const key = pathKey(parent);
  const entry = pending.get(key) ?? { location: parent, changes: [] };
  entry.changes.push(change);
  pending.set(key, entry);
  flushTimer ??= setTimeout(flush, BATCH_MS);
}

/** Revalidates the folder soon, once for a burst of events: an event carries the name but not the size. */
function refreshSoon(location: Location, rows: number): void {
  const key = pathKey(location);
  if (refreshes.has(key)) return;
  const wait = Math.min(MAX_REFRESH_MS, REFRESH_MS + rows * REFRESH_ROW_MS);
  refreshes.set(
    key,
    setTimeout(() => {
      refreshes.delete(key);
      store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: key }]));
    }, wait),
  );
}

function flush(): void {
  flushTimer = undefined;
  const batch = [...pending.values()];
  pending.clear();
  for (const { location, changes } of batch) {
    const cached = filesApi.endpoints.folder.select(location)(store.getState()).data;
    if (!cached) continue;
    const next = patchFolder(cached, changes);
    if (next !== cached)
      store.dispatch(filesApi.util.upsertQueryEntries([{ endpointName: 'folder', arg: location, value: next }]));
    refreshSoon(location, next.names.length);
  }
}

/** LS-02: applies one file event to the cached folders and the open file. */
export function applyFsEvent(event: FsEvent): void {
  const location = changedLocation(event);
  const name = location.path.at(-1);
  if (!name) return;
  const { at } = event;
  const gone = event.eventType === 'deleted' || event.eventType === 'moved';
  // A folder that is back, or another one in its place, was shown as it was before.
  if (event.eventType === 'created' && event.isDirectory)
    store.dispatch(api.util.invalidateTags([{ type: 'Folder', id: pathKey(location) }]));
  if (gone) note(location, { type: 'remove', name });
  else if (event.eventType === 'created') note(location, { type: 'add', name, isDirectory: event.isDirectory, at });
  // Of a folder only its permissions are modified.
  else if (!event.isDirectory) note(location, { type: 'touch', name, at });
  const target = movedLocation(event);
  if (target) {
    note(target, { type: 'add', name: target.path.at(-1) ?? name, isDirectory: event.isDirectory, at });
    store.dispatch(api.util.invalidateTags([{ type: 'File', id: pathKey(target) }]));
  }
  if (!event.isDirectory && event.eventType !== 'moved')
    store.dispatch(api.util.invalidateTags([{ type: 'File', id: pathKey(location) }]));
}

/**
 * What was read of these folders before may be of an earlier state: they are read again, with the open files in them.
 */
function readAgain(folders: readonly Location[]): void {
  const keys = new Set(folders.map(pathKey));
  const files = filesApi.util
    .selectCachedArgsForQuery(store.getState(), 'openFile')
    .filter((file) => isOnMachine(file) && keys.has(pathKey(parentOf(file))));
  store.dispatch(
    api.util.invalidateTags([
      ...[...keys].map((id) => ({ type: 'Folder' as const, id })),
      ...files.map((file) => ({ type: 'File' as const, id: pathKey(file) })),
    ]),
  );
}

/** Connects the live socket with the cache; returns the disconnect. The shell calls it once after sign-in. */
export function startLive(): () => void {
  const offs = [
    live.on('fs_event', applyFsEvent),
    live.on('watching', readAgain),
    live.on('computer', (computer) => {
      store.dispatch(
        computerApi.util.updateQueryData('computer', undefined, (draft) => void Object.assign(draft, computer)),
      );
      // Terminals end with the computer.
      store.dispatch(api.util.invalidateTags(['Computer', 'Stats', 'Terminals']));
    }),
    // The chats of a routine tell which run goes on.
    live.on('conversation', ({ id }) =>
      store.dispatch(api.util.invalidateTags(['Conversations', 'RoutineRuns', { type: 'Conversation', id }])),
    ),
    live.on('schedule', () => store.dispatch(api.util.invalidateTags(['Schedules', 'RoutineRuns']))),
    live.on('message', () => store.dispatch(api.util.invalidateTags(['Letters']))),
    live.on('subscribed', () =>
      store.dispatch(
        api.util.invalidateTags([
          'Computer',
          'Stats',
          'Conversations',
          'Conversation',
          'Schedules',
          'Letters',
          'RoutineRuns',
          'Uploads',
          'Terminals',
        ]),
      ),
    ),
    live.on('resync', () =>
      store.dispatch(
        api.util.invalidateTags([
          'Folder',
          'File',
          'Computer',
          'Stats',
          'Conversations',
          'Conversation',
          'Schedules',
          'RoutineRuns',
          'Uploads',
          'Terminals',
        ]),
      ),
    ),
    live.on('status', (status) => {
      store.dispatch(connectionChanged(status === 'live' ? 'live' : status === 'connecting' ? 'connecting' : 'lost'));
      if (status === 'signed-out') store.dispatch(api.util.invalidateTags(['Me']));
    }),
  ];
  live.start();
  return () => {
    offs.forEach((off) => off());
    live.stop();
  };
}
