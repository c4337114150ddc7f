import type { ReactNode } from 'react';
import { terminalToggled, useAppDispatch, useAppSelector } from '@zo/web/store';
import { PaneGroup, PaneLine, Panel, SkeletonRows, loadable } from '@zo/web/ui';
import { FilesView, RemotePart, SchedulePage, SearchPage, SettingsView, TerminalPanel } from '../remotes';
import type { Layout } from './use-layout';

const SystemPage = loadable(() => import('../system/system-page').then((module) => module.default));

/** The main page: a file or folder, the search, the settings, or the system page. */
export function Page({ page }: { page: Layout['page'] }) {
  const loading = (
    <div className="pt-14">
      <SkeletonRows label="Loading" />
    </div>
  );
  if (page === 'settings')
    return (
      <RemotePart what="The settings" fallback={loading}>
        <SettingsView />
      </RemotePart>
    );
  if (page === 'search')
    return (
      <RemotePart what="The search" fallback={loading}>
        <SearchPage />
      </RemotePart>
    );
  if (page === 'schedule')
    return (
      <RemotePart what="The schedules" fallback={loading}>
        <SchedulePage />
      </RemotePart>
    );
  if (page === 'other')
    return (
      <RemotePart what="The system page">
        <SystemPage />
      </RemotePart>
    );
  return (
    <RemotePart what="The file view" fallback={loading}>
      <FilesView />
    </RemotePart>
  );
}

/** The middle pane, with the terminal below it when that is open. */
export function MainPane({ children }: { children: ReactNode }) {
  const open = useAppSelector((state) => state.ui.terminalOpen);
  const dispatch = useAppDispatch();
  return (
    <PaneGroup orientation="vertical" className="h-full">
      <Panel id="pane-page" minSize="20%">
        <main data-region className="h-full bg-surface-1">
          {children}
        </main>
      </Panel>
      {open ? (
        <>
          <PaneLine vertical />
          <Panel id="pane-terminal" defaultSize="34%" minSize="8rem">
            <RemotePart what="The terminal">
              <TerminalPanel onClose={() => dispatch(terminalToggled(false))} />
            </RemotePart>
          </Panel>
        </>
      ) : null}
    </PaneGroup>
  );
}
