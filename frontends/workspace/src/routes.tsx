import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from '@zo/web/router';
import { useAppDispatch } from '@zo/web/store';
import { chatQuery, fileHref, isOnComputer, parseFileLocation, type Location } from '@zo/web/paths';
import { cn, loadable, toastsAbove, usePhone } from '@zo/web/ui';
import { DialogHost } from './features/dialogs/dialog-host';
import { useFollowMoves } from './features/live-sync/follow';
import { ImportHost } from './features/imports/import-host';
import { Panes } from './features/panes/panes';
import { UnsavedHost } from './features/unsaved/unsaved-host';
import { UploadHost } from './features/uploads/upload-host';
import { FilePage } from './file-page';
import { useAskedEntries } from './navigation/use-asked-entries';
import { dialogOpened } from './workspace.slice';

export { prefetchEntry } from './navigation/prefetch-entry';
export { FileSidebar } from './features/file-tree/file-sidebar';

// A listing loads none of these.
const terminal = () => import('./features/terminal/terminal-panel');
export const TerminalPanel = loadable(() => terminal().then((module) => module.TerminalPanel));
export const TerminalMode = loadable(() => terminal().then((module) => module.TerminalMode));
export const SearchPage = loadable(() => import('./search-view').then((module) => module.default));
const VersionsPage = loadable(() => import('./features/versions/versions-page').then((module) => module.default));
const FolderVersionsPage = loadable(() =>
  import('./features/versions/folder-versions-page').then((module) => module.default),
);
const DeletedPage = loadable(() => import('./features/versions/deleted-page').then((module) => module.default));

function pageOfView(view: string | null, location: Location) {
  const { path } = location;
  if (!isOnComputer(location)) return undefined;
  if (view === 'versions' && path.length > 0) return VersionsPage;
  if (view === 'folder-versions') return FolderVersionsPage;
  return view === 'deleted' ? DeletedPage : undefined;
}

/** A file, a folder or a view of one of them, by the address of its tab. */
function EntryPage({ location }: { location: Location }) {
  const view = new URLSearchParams(useLocation().search).get('view');
  const Page = pageOfView(view, location);
  return Page ? <Page location={location} /> : <FilePage location={location} />;
}

const renderEntry = (location: Location) => <EntryPage location={location} />;

/** RT-01: the page of a /f address; legacy addresses redirect to their new form. */
export default function FilesView() {
  const { pathname, search } = useLocation();
  const isPhone = usePhone();
  const parsed = parseFileLocation(pathname);
  if (!parsed) return null;
  const { root, path } = parsed;
  if (parsed.legacy) return <Navigate to={fileHref({ root: root ?? 'w', path }) + chatQuery(search)} replace />;
  return <Panes isPhone={isPhone} renderPage={renderEntry} />;
}

/** The parameters of a bookmark, and of apps that share a page with this one. */
const SHARED = ['save_url', 'share_text', 'share_title'];

const NO_ADDRESS = 'There is no web address in what was shared. Enter that of the page.';

/** The address that was handed over; many apps put it into the text. */
const sharedAddress = (query: URLSearchParams): string | undefined =>
  query.get('save_url') || /https?:\/\/\S+/.exec(query.get('share_text') ?? '')?.[0];

/** FT-17: a bookmark or another app hands over an address; saving it is up to the user. */
function useSharedAddress(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!SHARED.some((name) => query.has(name))) return;
    const url = sharedAddress(query);
    for (const name of SHARED) query.delete(name);
    navigate(`${pathname}${query.size > 0 ? `?${query}` : ''}`, { replace: true });
    dispatch(
      dialogOpened(url ? { type: 'save-article', url } : { type: 'save-article', url: '', problem: NO_ADDRESS }),
    );
  }, [pathname, search, navigate, dispatch]);
}

/** Parts of the workspace that outlive its page: dialogs, unsaved edits, uploads, following moves. */
export function WorkspaceServices() {
  useFollowMoves();
  useAskedEntries();
  useSharedAddress();
  return (
    <>
      <DialogHost />
      <ImportHost />
      <div
        ref={toastsAbove}
        className={cn(
          'pointer-events-none fixed right-16 bottom-4 z-30 flex',
          'max-w-[calc(100vw-2rem)] flex-col items-end gap-2',
          '*:pointer-events-auto max-md:right-4 max-md:bottom-28',
        )}
      >
        <UnsavedHost />
        <UploadHost />
      </div>
    </>
  );
}
