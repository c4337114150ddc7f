import { lazy, Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@zo/web/ui/error-boundary';

const workspace = () => import('workspace/routes');

/** Preloads the remote that almost every visit needs. */
export function warmRemotes(): void {
  workspace().catch(() => undefined);
}

export const FilesView = lazy(workspace);
export const FileSidebar = lazy(() => workspace().then(({ FileSidebar: component }) => ({ default: component })));
export const SearchPage = lazy(() => workspace().then(({ SearchPage: component }) => ({ default: component })));
export const TerminalPanel = lazy(() => workspace().then(({ TerminalPanel: component }) => ({ default: component })));
export const TerminalMode = lazy(() => workspace().then(({ TerminalMode: component }) => ({ default: component })));
export const WorkspaceServices = lazy(() =>
  workspace().then(({ WorkspaceServices: component }) => ({ default: component })),
);
export const ChatPanel = lazy(() => import('chat/panel').then(({ ChatPanel: component }) => ({ default: component })));
export const ChatsSidebar = lazy(() =>
  import('chat/routes').then(({ ChatsSidebar: component }) => ({ default: component })),
);
export const SettingsView = lazy(() => import('settings/routes'));
export const SettingsNav = lazy(() =>
  import('settings/routes').then(({ SettingsNav: component }) => ({ default: component })),
);

/** A component of a remote, with its own error boundary and loading state. */
export function RemotePart({
  what,
  children,
  fallback = null,
}: {
  what: string;
  children: ReactNode;
  fallback?: ReactNode;
}) {
  return (
    <ErrorBoundary what={what}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
