import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { deleteDB } from 'idb';
import { deserialize, serialize } from 'node:v8';

// The simulated DOM has none.
globalThis.structuredClone ??= <Value>(value: Value): Value => deserialize(serialize(value)) as Value;

/** The usual limit of localStorage. */
export const LOCAL_QUOTA = 5 * 1024 * 1024;

/** Empties the storage of the browser. */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  await deleteDB('zo-drafts');
}

// The simulated DOM has no limit.
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (value.length > LOCAL_QUOTA) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  setItem.call(this, key, value);
};

/** Refuses every write to a database, as a full disk does, until mocks are restored. */
export function refuseDatabaseWrites(): void {
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

/** Locks that several tabs of a browser share, which the simulated DOM does not have. */
export function giveLocks(): void {
  const held = new Set<string>();
  const request = async (name: string, _options: object, granted: (lock: object | null) => Promise<void> | void) => {
    if (held.has(name)) return granted(null);
    held.add(name);
    await granted({ name });
    held.delete(name);
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

export const takeLocks = (): void => void Reflect.deleteProperty(navigator, 'locks');
