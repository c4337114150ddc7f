/** FT-10: reading folders again without a change. What live events tell of is read at once, whatever runs here. */
import { api, store } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';

const COOLDOWN_MS = 250;

let endedAt = Number.NEGATIVE_INFINITY;

const isReading = (): boolean =>
  Object.values(store.getState().api.queries).some(
    (query) => query?.endpointName === 'folder' && query.status === 'pending',
  );

/** Resolves once no folder is being read. */
async function settled(): Promise<void> {
  if (!isReading()) return;
  const end = Promise.withResolvers<void>();
  const unsubscribe = store.subscribe(() => isReading() || end.resolve());
  await end.promise;
  unsubscribe();
}

async function read(tags: Parameters<typeof api.util.invalidateTags>[0]): Promise<void> {
  store.dispatch(api.util.invalidateTags(tags));
  await settled();
  endedAt = performance.now();
}

/** Reads the folders again, unless some are being read or were a moment ago. */
export async function refresh(folders: readonly Location[]): Promise<void> {
  if (isReading() || performance.now() - endedAt < COOLDOWN_MS) return;
  await read(folders.map((folder) => ({ type: 'Folder' as const, id: pathKey(folder) })));
}

/** Reads every folder again, after those that are being read: these may be older than what the user wants to see. */
export async function forceRefresh(): Promise<void> {
  while (isReading()) await settled();
  await read(['Folder']);
}
