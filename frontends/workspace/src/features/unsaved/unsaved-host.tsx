import { useSyncExternalStore } from 'react';
import { useIdle } from '@zo/web/store';
import { ErrorBoundary, inBackground } from '@zo/web/ui';
import { loadedDocuments, onDocumentsLoaded } from '../../document/loaded-documents';

const UnsavedEdits = inBackground(() => import('./unsaved-edits').then((module) => module.UnsavedEdits));
/** When edits that an earlier visit did not save are looked for. */
const SAVE_MS = 1_000;

/** Looks after unsaved edits from the first opened file on, and after those of an earlier visit. */
export function UnsavedHost() {
  const areLoaded = useSyncExternalStore(onDocumentsLoaded, loadedDocuments) !== undefined;
  const isIdle = useIdle(SAVE_MS);
  return areLoaded || isIdle ? (
    <ErrorBoundary fallback={() => null}>
      <UnsavedEdits />
    </ErrorBoundary>
  ) : null;
}
