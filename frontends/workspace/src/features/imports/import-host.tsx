import { useAppDispatch } from '@zo/web/store';
import { ErrorBoundary, loadable } from '@zo/web/ui';
import { dialogClosed, useWorkspaceState } from '../../workspace.slice';

// A listing loads no dialog.
const DriveImport = loadable(() => import('./drive-import').then((module) => module.DriveImport));
const NotionImport = loadable(() => import('./notion-import').then((module) => module.NotionImport));

/** Shows the import that the state names. */
export function ImportHost() {
  const dialog = useWorkspaceState((state) => state.dialog);
  const dispatch = useAppDispatch();
  if (dialog?.type !== 'import') return null;
  const Import = dialog.from === 'drive' ? DriveImport : NotionImport;
  return (
    <ErrorBoundary what="This dialog">
      <Import parent={dialog.parent} onClose={() => void dispatch(dialogClosed())} />
    </ErrorBoundary>
  );
}
