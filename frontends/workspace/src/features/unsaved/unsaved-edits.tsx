import { UnsavedDock } from './unsaved-dock';
import { useSaveUnsaved } from './use-unsaved';

/** ED-08: saves edits that are not yet on disk, and shows them on every page. */
export function UnsavedEdits() {
  useSaveUnsaved();
  return <UnsavedDock />;
}
