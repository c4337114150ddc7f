import type { Destination } from './transport';
import type { HeldBy } from './handles';

/** A file that was to be uploaded when the page went away, as it survives a reload. */
export interface UploadRecord extends Destination, HeldBy {
  id: string;
  /** The tab that sends it. */
  tab: string;
  size: number;
  lastModified: number;
  /** Its bytes were on their way: they may have arrived without the answer being heard. */
  begun: boolean;
  /** Once the server keeps it open. */
  uploadId?: string;
}

const STORE = 'uploads';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('zo-uploads', 2);
    request.onupgradeneeded = () => {
      const database = request.result;
      if (database.objectStoreNames.contains(STORE)) database.deleteObjectStore(STORE);
      database.createObjectStore(STORE, { keyPath: 'id' });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

let opened: Promise<IDBDatabase> | undefined;

async function run<Value>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value> | void,
): Promise<Value | undefined> {
  try {
    const database = await (opened ??= open());
    return await new Promise<Value | undefined>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('refused'));
    });
  } catch {
    // A browser without a database uploads all the same; only a reload then starts over.
    opened = undefined;
    return undefined;
  }
}

const readRecords = async (): Promise<UploadRecord[]> =>
  (await run<UploadRecord[]>('readonly', (store) => store.getAll())) ?? [];

/** Kept in the order they are given, before whatever is asked for later. */
export const keepRecords = (records: readonly UploadRecord[]): Promise<unknown> =>
  run('readwrite', (store) => records.forEach((record) => store.put(record)));
/** All at once: the page may be gone in the next moment. */
export const dropRecords = (ids: readonly string[]): Promise<unknown> =>
  run('readwrite', (store) => ids.forEach((id) => store.delete(id)));

/** This page, for as long as it lives. */
export const TAB = `zo-uploads-${Math.random().toString(36).slice(2)}`;

// Plain addresses that are not this machine's have no locks: there a second tab cannot know of the first.
const { locks } = navigator as { locks?: LockManager };

/** Says to other tabs that the uploads of this one are looked after. */
export function holdTab(): Promise<void> {
  return new Promise((resolve) => {
    if (!locks) return resolve();
    void locks.request(TAB, () => (resolve(), new Promise(() => undefined)));
  });
}

/** UP-06: hands over what other tabs left behind, those that are still there once they are gone. From then on it is this tab's. */
export async function takeOver(found: (records: UploadRecord[]) => void): Promise<void> {
  const tabs = new Set((await readRecords()).map(({ tab }) => tab));
  for (const tab of tabs) {
    const take = async () => {
      const left = (await readRecords())
        .filter((record) => record.tab === tab)
        .map((record) => ({ ...record, tab: TAB }));
      if (left.length === 0) return;
      await keepRecords(left);
      found(left);
    };
    if (tab !== TAB) void (locks?.request(tab, take) ?? take());
  }
}
