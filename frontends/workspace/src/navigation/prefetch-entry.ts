import { isTextKind, kindOf } from '@zo/proto/file-kind';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { CACHED_S, filesApi, isFolderInListings, store } from '@zo/web/store';

/** Longer texts are not loaded before they are opened. */
const MAX_TEXT_BYTES = 1_048_576;
/** Data that is younger is used as it is; live events keep it right meanwhile. */
const IF_OLDER = { ifOlderThan: CACHED_S };

/** Loads what an entry needs that will probably be opened: its names, or its content and the code that shows it. */
export function prefetchEntry(location: Location): void {
  if (isFolderInListings(store.getState(), location) ?? !/\.[^.]+$/.test(nameOf(location))) {
    store.dispatch(filesApi.util.prefetch('folder', location, IF_OLDER));
    return;
  }
  const isText = isTextKind(kindOf(nameOf(location)));
  if (!isText || (sizeOf(location) ?? 0) <= MAX_TEXT_BYTES)
    store.dispatch(filesApi.util.prefetch('openFile', location, IF_OLDER));
  // The page of a file is loaded with its viewer.
  import('../opened-file').then(({ preload }) => preload(location)).catch(() => undefined);
}

/** In bytes, when its folder was listed. */
function sizeOf(location: Location): number | undefined {
  const folder = filesApi.endpoints.folder.select(parentOf(location))(store.getState()).data;
  return folder?.sizes[folder.names.indexOf(nameOf(location))];
}
