import { useEffect, useMemo } from 'react';
import { useLocation } from '@zo/web/router';
import { newEntryAsked, useAppDispatch, useAppSelector, useIsFolderForCertain } from '@zo/web/store';
import { inTrash, isOnMachine, parentOf, parseFileLocation, pathKey, type Location } from '@zo/web/paths';
import { dialogOpened } from '../workspace.slice';

/** What can be made on a machine. */
const ON_MACHINES: ReadonlySet<string> = new Set(['note', 'file', 'folder']);

function locationOf(pathname: string): Location {
  const open = parseFileLocation(pathname);
  return open?.root ? { root: open.root, path: open.path } : { root: 'w', path: [] };
}

/** Creates a new entry requested in the palette: in the open folder, or in the folder of the open file. */
export function useAskedEntries(): void {
  const asked = useAppSelector((state) => state.ui.newEntry);
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const location = useMemo(() => locationOf(pathname), [pathname]);
  const isFolder = useIsFolderForCertain(location);
  useEffect(() => {
    // A folder that was opened a moment ago must not be taken for a file, nor the page before it for the open one: the
    // router tells of a new address only when its page is ready.
    const isShown = pathKey(location) === pathKey(locationOf(window.location.pathname));
    if (!asked || isFolder === undefined || !isShown) return;
    const { kind, name } = asked;
    dispatch(newEntryAsked(null));
    if (kind === 'article') return void dispatch(dialogOpened({ type: 'save-article', url: '' }));
    const folder = isFolder ? location : parentOf(location);
    const isElsewhere = inTrash(folder) || (isOnMachine(folder) && !ON_MACHINES.has(kind));
    const parent: Location = isElsewhere ? { root: 'w', path: [] } : folder;
    dispatch(dialogOpened({ type: 'create', kind, parent, name }));
  }, [asked, location, isFolder, dispatch]);
}
