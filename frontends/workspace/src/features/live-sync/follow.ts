import { useEffect } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { changedLocation, live, movedLocation, type FsEvent } from '@zo/web/live';
import { chatQuery, fileHref, isWithin, parseFileLocation, pathKey, type Location } from '@zo/web/paths';
import { api, forgetRecent, store } from '@zo/web/store';
import { forgetFavourites } from '../../operations/favourites/favourites';
import { followPath, isTrash, onRenamedHere, wasFollowed } from '../../operations/follow-path';
import { recordArrival } from '../../operations/moves';
import { sizeChanged } from '../../operations/sizes';
import { tabsDeleted } from '../../panes/panes.slice';

/** LS-02: the new path of an open entry when the event moved it or a folder above it, else undefined. */
export function movedTo(open: Location, event: FsEvent): Location | undefined {
  const to = movedLocation(event);
  return to && placeAfter(open, changedLocation(event), to);
}

function placeAfter(open: Location, from: Location, to: Location): Location | undefined {
  if (from.path.length === 0 || !isWithin(open, from)) return undefined;
  return { root: to.root, path: [...to.path, ...open.path.slice(from.path.length)] };
}

/** True when the event deleted the open entry or a folder above it, or moved it to the trash. */
export function isRemoved(open: Location, event: FsEvent): boolean {
  const from = changedLocation(event);
  if (from.path.length === 0 || !isWithin(open, from)) return false;
  return event.eventType === 'deleted' || isTrash(movedLocation(event));
}

/** Sizes of the folders above are counted again. */
function followSizes(event: FsEvent): void {
  sizeChanged(changedLocation(event));
  const to = movedLocation(event);
  if (to) sizeChanged(to);
}

/** Closes tabs of files that are gone, and forgets favourites and recent entries that no trash keeps. */
function followDelete(event: FsEvent): void {
  const from = changedLocation(event);
  if (from.path.length === 0 || !isRemoved(from, event)) return;
  store.dispatch(tabsDeleted(from));
  if (event.eventType !== 'deleted') return;
  forgetFavourites(from);
  forgetRecent(from);
}

/** LS-02: navigates to the new path of a moved open file, and revalidates a removed one. */
export function useFollowMoves(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      onRenamedHere((from, to) => {
        const location = parseFileLocation(pathname);
        const next = location?.root && placeAfter({ root: location.root, path: location.path }, from, to);
        if (next) navigate(fileHref(next) + chatQuery(search), { replace: true });
      }),
    [pathname, search, navigate],
  );
  useEffect(
    () =>
      live.on('fs_event', (event) => {
        if (event.eventType === 'created') recordArrival(changedLocation(event));
        const to = movedLocation(event);
        // What this tab renamed on a machine may have another name again by now.
        if (to && wasFollowed(changedLocation(event), to)) return;
        if (to) followPath(changedLocation(event), to);
        followDelete(event);
        followSizes(event);
        const location = parseFileLocation(pathname);
        if (!location?.root) return;
        const open = { root: location.root, path: location.path };
        // Stay at the old path: Undo restores the file there.
        if (isRemoved(open, event)) {
          const id = pathKey(open);
          store.dispatch(
            api.util.invalidateTags([
              { type: 'File', id },
              { type: 'Folder', id },
            ]),
          );
          return;
        }
        const next = movedTo(open, event);
        if (next) navigate(fileHref(next) + chatQuery(search), { replace: true });
      }),
    [pathname, search, navigate],
  );
}
