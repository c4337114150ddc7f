import { Navigate, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, parseFileLocation, pathKey } from '@zo/web/paths';
import { DialogHost } from './features/dialogs/dialog-host';
import { useFollowMoves } from './features/live-sync/follow';
import { UploadDock } from './features/uploads/upload-dock';
import { FilePage } from './file-page';

export { FileSidebar } from './features/file-tree/file-sidebar';
export { TerminalMode, TerminalPanel } from './features/terminal/terminal-panel';

/** RT-01: the page of a /f address; older addresses are led to their new form. */
export default function FilesView() {
  const { pathname, search } = useLocation();
  const location = parseFileLocation(pathname);
  if (!location) return null;
  const place = { root: location.root ?? ('w' as const), path: location.path };
  if (location.legacy) return <Navigate to={fileHref(place) + chatQuery(search)} replace />;
  return <FilePage key={pathKey(place)} place={place} />;
}

/** Parts of the workspace that live outside the page and outlive it: dialogs, uploads, following moves. */
export function WorkspaceServices() {
  useFollowMoves();
  return (
    <>
      <DialogHost />
      <UploadDock />
    </>
  );
}
