import { isOnMachine, isSameAgent, pathKey, type Location } from '@zo/web/paths';
import { followRecents, store } from '@zo/web/store';
import { withDocuments } from '../document/with-documents';
import { tabsDeleted, tabsMoved } from '../panes/panes.slice';
import { folderMoved } from '../workspace.slice';
import { followFavourites, forgetFavourites } from './favourites/favourites';
import { followClipboard } from './held';
import { recordMove } from './moves';
import { followSteps } from './steps';

export const isTrash = (location: Location | undefined) => location?.root === 'w' && location.path[0] === 'Trash';

/** Updates everything that is stored by path: rows, expanded folders, tabs, unsaved edits. */
export function followPath(from: Location, to: Location): void {
  recordMove(from, to);
  followSteps(from, to);
  followClipboard(from, to);
  // Favourites are of the computer.
  if (isOnMachine(to)) forgetFavourites(from);
  else followFavourites(from, to);
  followRecents(from, to);
  store.dispatch(folderMoved({ from, to }));
  if (isTrash(to)) return;
  withDocuments((documents) => void documents.moved(from, to));
  store.dispatch(tabsMoved({ from, to }));
}

/** How late the event of a move is heard of. */
const EVENT_MS = 10_000;
const followed = new Set<string>();
const moveKey = (from: Location, to: Location) => `${pathKey(from)}\n${pathKey(to)}`;

type Listener = (from: Location, to: Location) => void;
const listeners = new Set<Listener>();

/** Hears of renames and moves on machines by this tab. */
export function onRenamedHere(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Closes tabs of what this tab moved to the trash of a machine, whose event may come late, or not at all. */
export function followRemoval(removed: readonly Location[]): void {
  for (const { root, path } of removed.filter(isOnMachine)) store.dispatch(tabsDeleted({ root, path }));
}

/** Follows a rename or move of this tab. The event of a machine may come late, or not at all. */
export function followRename(from: Location, to: Location): void {
  if (!isOnMachine(from) && !isOnMachine(to)) {
    recordMove(from, to);
    store.dispatch(folderMoved({ from, to }));
    return;
  }
  followPath(from, to);
  for (const listener of listeners) listener(from, to);
  if (!isSameAgent(from, to)) return;
  const key = moveKey(from, to);
  followed.add(key);
  setTimeout(() => followed.delete(key), EVENT_MS);
}

/** Whether this tab has followed this move before its event came. True once for each move. */
export const wasFollowed = (from: Location, to: Location): boolean => followed.delete(moveKey(from, to));
