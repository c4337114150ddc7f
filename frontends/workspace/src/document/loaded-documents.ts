import type { Documents } from './documents';

let loaded: Documents | undefined;
const listeners = new Set<() => void>();

/** The documents of this tab, which it loads with its first file. */
export const loadedDocuments = (): Documents | undefined => loaded;

/** Called by the module of the documents. */
export function documentsLoaded(documents: Documents): void {
  loaded = documents;
  for (const listener of listeners) listener();
}

/** Calls back when the documents are loaded; returns the unsubscribe. */
export function onDocumentsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
