import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api, store, toProblem, useAppSelector } from '@zo/web/store';
import { formatCount, formatSize } from '@zo/web/format';
import { nameOf, pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { belowTag, sizesApi, type Measured } from '../api/sizes.endpoints';
import { MESSAGES } from '../messages';

const { initiate, select } = sizesApi.endpoints.measured;
/** Of one request; more folders than that are partly counted. */
const MAX_MEASURED = 1_000;
/** A selection rests for so long before its folders are counted. */
const REST_MS = 250;
/** Folders that change all the time are counted at most this often. */
const RECOUNT_MS = 4_000;

const plain = ({ root, path }: Location): Location => ({ root, path: [...path] });

/** Folders whose size the user asked for, by path key. */
let shown: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function showSize(location: Location): void {
  shown = new Set(shown).add(pathKey(location));
  for (const listener of listeners) listener();
}

/** Whether the user asked for the size of this folder. */
export const useIsSizeShown = (location: Location): boolean => {
  const key = pathKey(location);
  return useSyncExternalStore(subscribe, () => shown.has(key));
};

/** Keys of what was counted: only that can be outdated. */
const counted = new Set<string>();
const changed = new Set<string>();
let recounting: ReturnType<typeof setTimeout> | undefined;

/** Outdates the sizes of the folders above a changed entry, and its own. */
export function sizeChanged({ root, path }: Location): void {
  if (counted.size === 0) return;
  for (let depth = 0; depth <= path.length; depth++) {
    const key = pathKey({ root, path: path.slice(0, depth) });
    if (counted.has(key)) changed.add(key);
  }
  if (changed.size > 0) recounting ??= setTimeout(recount, RECOUNT_MS);
}

function recount(): void {
  recounting = undefined;
  const tags = [...changed].map((key) => {
    const [root, ...path] = key.split('/').filter(Boolean);
    return belowTag({ root: root === 's' ? 's' : 'w', path });
  });
  changed.clear();
  store.dispatch(api.util.invalidateTags(tags));
}

function begin(items: Location[]) {
  for (const item of items) counted.add(pathKey(item));
  return store.dispatch(initiate(items));
}

/** What folders take together, while the component is there; undefined until it is known. */
export function useMeasured(folders: readonly Location[], { restMs = 0 } = {}) {
  const key = folders.slice(0, MAX_MEASURED).map(pathKey).join('\n');
  const items = useMemo(() => folders.slice(0, MAX_MEASURED).map(plain), [key]);
  const selected = useMemo(() => select(items), [items]);
  const { data, isError } = useAppSelector(selected);
  useEffect(() => {
    if (items.length === 0) return;
    let stop = () => undefined as void;
    const timer = setTimeout(() => {
      const request = begin(items);
      stop = () => {
        request.unsubscribe();
        // Also one that counts again because something changed.
        store.dispatch(sizesApi.util.getRunningQueryThunk('measured', items))?.abort();
      };
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [items, restMs]);
  return { measured: data, isFailed: isError };
}

export interface Total {
  /** '…' while folders are counted. */
  text: string;
  isCounting: boolean;
}

/** The size of files and folders together. */
export function useTotal(bytes: number, folders: readonly Location[]): Total {
  const { measured, isFailed } = useMeasured(folders, { restMs: REST_MS });
  if (folders.length === 0) return { text: formatSize(bytes), isCounting: false };
  if (!measured) return { text: isFailed ? MESSAGES.moreThan(formatSize(bytes)) : '…', isCounting: !isFailed };
  const isPartial = measured.isPartial || folders.length > MAX_MEASURED;
  return { text: sizeText({ bytes: measured.bytes + bytes, isPartial }), isCounting: false };
}

/** '1.20 MB', or 'more than 1.20 MB' when not everything was counted. */
export const sizeText = ({ bytes, isPartial }: Pick<Measured, 'bytes' | 'isPartial'>): string =>
  isPartial ? MESSAGES.moreThan(formatSize(bytes)) : formatSize(bytes);

/** '1,234 files in 56 folders' */
export const contentText = ({ files, folders }: Pick<Measured, 'files' | 'folders'>): string =>
  `${formatCount(files, 'file')} in ${formatCount(folders, 'folder')}`;

/** Shows the size of a folder where it is listed, and says it. The toast cancels the count. */
export async function saySize(location: Location): Promise<void> {
  showSize(location);
  const name = nameOf(location);
  const request = begin([plain(location)]);
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    request.abort();
  };
  const id = toast.loading(MESSAGES.counting(name), { action: { label: 'Cancel', onClick: cancel } });
  try {
    const measured = await request.unwrap();
    toast.success(MESSAGES.takes(name, sizeText(measured)), {
      id,
      description: contentText(measured),
      action: undefined,
    });
  } catch (error) {
    toast.dismiss(id);
    if (!isCancelled) toast.error(MESSAGES.countFailed(name), { description: toProblem(error).detail });
  } finally {
    request.unsubscribe();
  }
}
