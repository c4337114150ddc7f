import { lazy, Suspense } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { ErrorBoundary } from '@zo/web/ui';
import { dialogClosed, useWorkspaceState } from '../../workspace.slice';

// A listing loads no dialog.
const OpenDialog = lazy(() => import('./open-dialog'));

/** Shows the dialog named in the state. */
export function DialogHost() {
  const dialog = useWorkspaceState((state) => state.dialog);
  const dispatch = useAppDispatch();
  if (!dialog) return null;
  return (
    <ErrorBoundary what="This dialog">
      <Suspense>
        <OpenDialog dialog={dialog} close={() => void dispatch(dialogClosed())} />
      </Suspense>
    </ErrorBoundary>
  );
}
