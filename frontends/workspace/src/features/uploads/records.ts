import type { Root } from '@zo/web/paths';

/** A chunked upload that has begun, as it survives a reload. */
export interface UploadRecord {
  uploadId: string;
  root: Root;
  pathParts: string[];
  fileName: string;
  size: number;
  lastModified: number;
  /** Where the browser has it: the file can be read again without asking for it. */
  handle?: FileSystemFileHandle;
}

const STORE = 'uploads';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('zo-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'uploadId' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

async function run<Value>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value | undefined> {
  try {
    const database = await open();
    return await new Promise<Value>((resolve, reject) => {
      const request = act(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('refused'));
    }).finally(() => database.close());
  } catch {
    // A browser without a database uploads all the same; only a reload then starts over.
    return undefined;
  }
}

/** UP-06: uploads that had begun when the page went away. */
export const readRecords = async (): Promise<UploadRecord[]> => (await run<UploadRecord[]>('readonly', (store) => store.getAll())) ?? [];
export const keepRecord = (record: UploadRecord): Promise<unknown> => run('readwrite', (store) => store.put(record));
export const dropRecord = (uploadId: string): Promise<unknown> => run('readwrite', (store) => store.delete(uploadId));
