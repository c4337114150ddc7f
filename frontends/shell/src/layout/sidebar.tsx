import { useAppSelector } from '@zo/web/store';
import { SkeletonRows } from '@zo/web/ui';
import { ChatsSidebar, FileSidebar, RemotePart, SettingsNav } from '../remotes';
import { StatsBar } from '../system/stats-bar';
import type { Layout } from './use-layout';

/** The 16 rem column: file tree, chats or settings sections, with the computer's state at the bottom. */
export function Sidebar({ page }: { page: Layout['page'] }) {
  const tab = useAppSelector((state) => state.ui.sidebarTab);
  const loading = (
    <div className="pt-12">
      <SkeletonRows label="Loading" />
    </div>
  );
  return (
    <aside aria-label="Sidebar" data-region className="flex h-full flex-col bg-surface-0">
      <div className="min-h-0 flex-1">
        {page === 'settings' ? (
          <RemotePart what="The settings" fallback={loading}>
            <SettingsNav />
          </RemotePart>
        ) : tab === 'chats' ? (
          <RemotePart what="The list of chats" fallback={loading}>
            <ChatsSidebar />
          </RemotePart>
        ) : (
          <RemotePart what="The file tree" fallback={loading}>
            <FileSidebar />
          </RemotePart>
        )}
      </div>
      <StatsBar />
    </aside>
  );
}
