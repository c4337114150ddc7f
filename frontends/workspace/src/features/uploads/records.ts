import type { Destination } from './transport';
import type { FileSource } from './handles';

/** An unfinished upload in IndexedDB, which survives a reload. */
export interface UploadRecord extends Destination, FileSource {
  id: string;
  /** Id of the tab that runs the upload. */
  tab: string;
  size: number;
  lastModified: number;
  /** When bytes were sent first, in ms by this browser: the file may have arrived although the response was lost. */
  begunAt?: number;
  /** Set once the server has an upload session. */
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
    // Without a database uploads still work; they only start over after a reload.
    opened = undefined;
    return undefined;
  }
}

const readRecords = async (): Promise<UploadRecord[]> =>
  (await run<UploadRecord[]>('readonly', (store) => store.getAll())) ?? [];

/** Stores the records in order; the write is queued before any later request. */
export const keepRecords = (records: readonly UploadRecord[]): Promise<unknown> =>
  run('readwrite', (store) => records.forEach((record) => store.put(record)));
/** Deletes all records in one transaction, because the page may close at any moment. */
export const dropRecords = (ids: readonly string[]): Promise<unknown> =>
  run('readwrite', (store) => ids.forEach((id) => store.delete(id)));

/** Id of this page, new on every load. */
export const TAB = `zo-uploads-${Math.random().toString(36).slice(2)}`;

// Plain http addresses other than localhost have no locks: a second tab cannot detect the first one there.
const { locks } = navigator as { locks?: LockManager };

/** Holds a lock that shows other tabs that the uploads of this one are in progress. */
export function holdTab(): Promise<void> {
  return new Promise((resolve) => {
    if (!locks) return resolve();
    void locks.request(TAB, () => (resolve(), new Promise(() => undefined)));
  });
}

/** UP-06: waits until other tabs close and takes over the records they leave. */
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
