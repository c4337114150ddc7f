import { useEffect } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { live, type FsEvent } from '@zo/web/live';
import { chatQuery, fileHref, isWithin, parseFileLocation, pathKey, type FilePath } from '@zo/web/paths';
import { store } from '@zo/web/store';
import { moveDraft } from '../../document/drafts';
import { recordMove } from '../../entries/moves';
import { folderMoved } from '../../entries/workspace.slice';

const split = (joined: string) => joined.split('/').filter(Boolean);

/** LS-02: where an open place is after an event: elsewhere when it or a folder above it moved, else undefined. */
export function movedTo(open: FilePath, event: FsEvent): FilePath | undefined {
  if (event.eventType !== 'moved' || !event.destPath || event.root !== open.root) return undefined;
  const from = { root: event.root, path: split(event.relativePath) };
  if (from.path.length === 0 || !isWithin(open, from)) return undefined;
  return { root: open.root, path: [...split(event.destPath), ...open.path.slice(from.path.length)] };
}

/** LS-02: the page follows the open file to its new path. */
export function useFollowMoves(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      live.on('fs_event', (event) => {
        if (event.eventType === 'moved' && event.destPath) {
          const from = { root: event.root, path: split(event.relativePath) };
          const to = { root: event.root, path: split(event.destPath) };
          recordMove(from, to);
          store.dispatch(folderMoved({ from, to }));
        }
        const location = parseFileLocation(pathname);
        if (!location?.root) return;
        const open = { root: location.root, path: location.path };
        const next = movedTo(open, event);
        // What goes to the trash is not followed there: it is gone from its place, and Undo brings it back.
        if (!next || next.path[0] === 'Trash') return;
        moveDraft(pathKey(open), pathKey(next));
        navigate(fileHref(next) + chatQuery(search), { replace: true });
      }),
    [pathname, search, navigate],
  );
}
