import { filesApi, store, useAppSelector, type RootState } from '@zo/web/store';
import { parentOf, type Location } from '@zo/web/paths';

/** True when the path was listed before, so it is a folder. */
export const isKnownFolder = (location: Location): boolean =>
  location.path.length === 0 || filesApi.endpoints.folder.select(location)(store.getState()).data !== undefined;

/** Whether the path is a folder according to cached listings; undefined when unknown. */
export function isFolder(state: RootState, location: Location): boolean | undefined {
  if (location.path.length === 0 || filesApi.endpoints.folder.select(location)(state).data) return true;
  const parent = filesApi.endpoints.folder.select(parentOf(location))(state).data;
  const index = parent?.names.indexOf(location.path.at(-1)!) ?? -1;
  return index < 0 ? undefined : parent!.isDir[index];
}

export const useIsFolder = (location: Location): boolean | undefined =>
  useAppSelector((state) => isFolder(state, location));

/** The same by what the server has said of the path, too; undefined until it has. */
export function useIsFolderForCertain(location: Location): boolean | undefined {
  const known = useIsFolder(location);
  const said = useAppSelector((state) => {
    const { data, isError } = filesApi.endpoints.openFile.select(location)(state);
    return isError ? false : data?.isDir;
  });
  return known ?? said;
}
