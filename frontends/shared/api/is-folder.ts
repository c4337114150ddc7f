import { parentOf, type Location } from '../paths';
import { useAppSelector } from '../store/hooks';
import { store, type RootState } from '../store/store';
import { filesApi } from './files.endpoints';

/** True when the path was listed before, so it is a folder. */
export const isKnownFolder = (location: Location): boolean =>
  location.path.length === 0 || filesApi.endpoints.folder.select(location)(store.getState()).data !== undefined;

/** Whether the path is a folder according to cached listings; undefined when unknown. */
export function isFolderInListings(state: RootState, location: Location): boolean | undefined {
  if (location.path.length === 0 || filesApi.endpoints.folder.select(location)(state).data) return true;
  const parent = filesApi.endpoints.folder.select(parentOf(location))(state).data;
  const index = parent?.names.indexOf(location.path.at(-1)!) ?? -1;
  return index < 0 ? undefined : parent!.isDir[index];
}

export const useIsFolder = (location: Location): boolean | undefined =>
  useAppSelector((state) => isFolderInListings(state, location));

/** The same by what the server has said of the path, too; undefined until it has. */
export function useIsFolderForCertain(location: Location): boolean | undefined {
  const known = useIsFolder(location);
  const said = useAppSelector((state) => {
    const { data, isError } = filesApi.endpoints.openFile.select(location)(state);
    return isError ? false : data?.isDir;
  });
  return known ?? said;
}

/** The same for a path that may not be there, or for none: undefined unless something was read of it. */
export const useIsFolderThere = (location: Location | undefined): boolean | undefined =>
  useAppSelector((state) => {
    if (!location) return undefined;
    // A listing of many names is searched last.
    return filesApi.endpoints.openFile.select(location)(state).data?.isDir ?? isFolderInListings(state, location);
  });
