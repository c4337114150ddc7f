import { useEffect } from 'react';
import { computerApi, filesApi, store } from '@zo/web/store';
import { isOnComputer, type Location } from '@zo/web/paths';
import { onReturn } from './on-return';

/** RT-05: data that is younger is not read again, in seconds. */
const DEDUPE_S = 2;
/** Reading more takes a second. Live events tell of every change meanwhile. */
const MAX_NAMES = 10_000;

/** Nothing changes in a computer that sleeps, and reading would wake it. */
const isAsleep = (location: Location) =>
  isOnComputer(location) && computerApi.endpoints.computer.select()(store.getState()).data?.state === 'asleep';

function revalidate(location: Location, isFolder: boolean): void {
  if (isAsleep(location)) return;
  const options = { forceRefetch: DEDUPE_S, subscribe: false };
  if (!isFolder) return void store.dispatch(filesApi.endpoints.openFile.initiate(location, options));
  const { data } = filesApi.endpoints.folder.select(location)(store.getState());
  if (data && data.names.length <= MAX_NAMES)
    void store.dispatch(filesApi.endpoints.folder.initiate(location, options));
}

/** Reads an open file or folder again when the window gets the focus. */
export function useRevalidated(location: Location, { isFolder }: { isFolder: boolean }): void {
  useEffect(() => onReturn(() => revalidate(location, isFolder)), [location, isFolder]);
}
