import { useEffect } from 'react';
import { useLocation } from '@zo/web/router';
import { nameOf } from '@zo/web/paths';
import {
  correctRecent,
  rememberRecent,
  store,
  sidebarToggled,
  useAppSelector,
  useIsFolderThere,
  type Me,
} from '@zo/web/store';
import { isPhone, loadable, removeEarlyNames, usePhone } from '@zo/web/ui';
import { prefetchRoute } from '../prefetch/prefetch-route';
import { startPrefetching } from '../prefetch/start-prefetching';
import { PaletteHost } from '../palette/palette-host';
import { RemotePart, WorkspaceServices } from '../remotes';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { ConnectionBar } from './connection-bar';
import { readSidebarOpen, writeSidebarOpen } from './cookies';
import { DesktopLayout } from './desktop-layout';
import { Page } from './main-pane';
import { PageHost } from './page-slot';
import { usePageTitle } from './page-title';
import { useLayout } from './use-layout';

const phoneLayout = () => import('../phone/phone-layout');
const PhoneLayout = loadable(() => phoneLayout().then((module) => module.PhoneLayout));
const ShortcutsDialog = loadable(() =>
  import('../shortcuts/shortcuts-dialog').then((module) => module.ShortcutsDialog),
);
if (isPhone()) phoneLayout().catch(() => undefined);

store.dispatch(sidebarToggled(readSidebarOpen()));

const PAGE_TITLES = {
  settings: 'Settings',
  schedule: 'Schedules',
  other: 'System',
  search: 'Search',
  files: undefined,
};

function useTitleAndRecents(): void {
  const { pathname } = useLocation();
  const { openFile, page } = useLayout();
  usePageTitle(openFile ? nameOf(openFile) : (PAGE_TITLES[page] ?? 'Chat'));
  const isFolder = useIsFolderThere(openFile);
  const recent = openFile && openFile.path.length > 0 && openFile.path[0] !== 'Trash' ? openFile : undefined;
  useEffect(() => {
    // RT-06: a guess by the name, until something is read of it.
    if (recent) rememberRecent({ ...recent, isDirectory: isFolder ?? !/\.[^.]+$/.test(nameOf(recent)) });
  }, [pathname]);
  useEffect(() => {
    if (recent && isFolder !== undefined) correctRecent({ ...recent, isDirectory: isFolder });
  }, [pathname, isFolder]);
}

/** The page of a signed-in user: layout, dialogs and shortcuts. */
export function Workspace({ me }: { me: Me }) {
  const phone = usePhone();
  const { page, view } = useLayout();
  const { pathname } = useLocation();
  const sidebarOpen = useAppSelector((state) => state.ui.sidebarOpen);
  const shortcutsOpen = useAppSelector((state) => state.ui.shortcutsOpen);
  useTitleAndRecents();
  useShortcuts();

  useEffect(() => startPrefetching(prefetchRoute), []);

  // They are of the first address; its listing removes them, too.
  useEffect(() => removeEarlyNames, [pathname]);

  // RT-03: stored for a week, whether a button or a shortcut changed it.
  useEffect(() => writeSidebarOpen(sidebarOpen), [sidebarOpen]);

  return (
    <div className="flex h-full flex-col">
      <ConnectionBar />
      <PageHost page={<Page page={page} />} isShown={phone || view !== 'full'}>
        {phone ? <PhoneLayout /> : <DesktopLayout me={me} />}
      </PageHost>
      <RemotePart what="The file workspace">
        <WorkspaceServices />
      </RemotePart>
      <PaletteHost />
      {shortcutsOpen ? <ShortcutsDialog /> : null}
    </div>
  );
}
