import { useAppDispatch } from '@zo/web/store';
import { ErrorBoundary, loadable } from '@zo/web/ui';
import { dialogClosed, useWorkspaceState } from '../../workspace.slice';

// A listing loads no dialog.
const OpenDialog = loadable(() => import('./open-dialog').then((module) => module.default));

/** Shows the dialog named in the state. */
export function DialogHost() {
  const dialog = useWorkspaceState((state) => state.dialog);
  const dispatch = useAppDispatch();
  // The workspace shows imports.
  if (!dialog || dialog.type === 'import') return null;
  return (
    <ErrorBoundary what="This dialog">
      <OpenDialog dialog={dialog} close={() => void dispatch(dialogClosed())} />
    </ErrorBoundary>
  );
}
