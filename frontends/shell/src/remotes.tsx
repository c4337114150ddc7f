import type { ReactNode } from 'react';
import { ErrorBoundary } from '@zo/web/ui/error-boundary';
import { loadable, Loading } from '@zo/web/ui/loadable';

const workspace = () => import('workspace/routes');
const chat = () => import('chat/panel');
const chats = () => import('chat/routes');
const settings = () => import('settings/routes');

/** Loads the code of remotes before it is needed. */
export const prefetchRemote = { workspace, chat, chats, settings };

/** Preloads the remote that almost every visit needs. */
export function warmRemotes(): void {
  workspace().catch(() => undefined);
}

export const FilesView = loadable(() => workspace().then((remote) => remote.default));
export const FileSidebar = loadable(() => workspace().then((remote) => remote.FileSidebar));
export const SearchPage = loadable(() => workspace().then((remote) => remote.SearchPage));
export const TerminalPanel = loadable(() => workspace().then((remote) => remote.TerminalPanel));
export const TerminalMode = loadable(() => workspace().then((remote) => remote.TerminalMode));
export const WorkspaceServices = loadable(() => workspace().then((remote) => remote.WorkspaceServices));
export const ChatPanel = loadable(() => chat().then((remote) => remote.ChatPanel));
export const ChatsSidebar = loadable(() => chats().then((remote) => remote.ChatsSidebar));
export const SchedulePage = loadable(() => chats().then((remote) => remote.SchedulePage));
export const SharedChatPage = loadable(() => chats().then((remote) => remote.SharedChatPage));
export const SettingsView = loadable(() => settings().then((remote) => remote.default));
export const ConsentPage = loadable(() => settings().then((remote) => remote.ConsentPage));
export const SettingsNav = loadable(() => settings().then((remote) => remote.SettingsNav));

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
      <Loading fallback={fallback}>{children}</Loading>
    </ErrorBoundary>
  );
}
