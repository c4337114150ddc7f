import { skipToken, type Folder } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import { originIn, useOriginsQuery, type Origins } from '../../api/trash.endpoints';
import type { SortBy } from '../../sorting/sort';

/** Only entries directly in the trash have an origin. */
export const hasOrigins = ({ root, path }: Location): boolean =>
  root === 'w' && path.length === 1 && path[0] === 'Trash';

/** TR-02: where the entries of the trash were; undefined for other folders. */
export function useOrigins(location: Location): Origins | undefined {
  const { data } = useOriginsQuery(hasOrigins(location) ? undefined : skipToken);
  return hasOrigins(location) ? data : undefined;
}

/** 'Notes', or '… / Old' for a folder further down. */
export const shortPath = (folder: Location): string =>
  folder.path.length > 1 ? `… / ${nameOf(folder)}` : nameOf(folder);

/** The whole path, for a tooltip. */
export const wholePath = (folder: Location): string =>
  [nameOf({ root: folder.root, path: [] }), ...folder.path].join(' / ');

/** What rows are sorted by that the folder itself does not have; undefined for other columns. */
export function originValues(folder: Folder, origins: Origins | undefined, by: SortBy): number[] | undefined {
  if (by === 'deleted') return folder.names.map((name) => originIn(origins, name)?.at ?? 0);
  if (by !== 'from') return undefined;
  const paths = folder.names.map((name) => {
    const origin = originIn(origins, name);
    return origin ? wholePath(origin.folder) : '';
  });
  const ranks = new Map([...new Set(paths)].toSorted((a, b) => a.localeCompare(b)).map((path, rank) => [path, rank]));
  return paths.map((path) => ranks.get(path)!);
}
