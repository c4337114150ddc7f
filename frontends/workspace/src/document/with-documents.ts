import type { Documents } from './documents';
import { loadedDocuments } from './loaded-documents';

/** Runs at once where the documents are loaded: only then is one open. Edits kept by an earlier visit follow later. */
export function withDocuments(run: (documents: Documents) => void): void {
  const loaded = loadedDocuments();
  if (loaded) return run(loaded);
  import('./use-document').then(
    ({ documents }) => run(documents),
    // They are found at the old path.
    () => undefined,
  );
}
