import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useFolderQuery, type Folder } from '@zo/web/store';
import { inArticles, pathKey, type Location } from '@zo/web/paths';
import { fileBytes, filterRows, sortFolder, type Sort } from '../../sorting/sort';
import { useVisibility } from '../../sorting/use-shown';
import type { Origins } from '../../api/trash.endpoints';
import type { Entry } from '../../workspace.slice';
import { EMPTY_SELECTION, type Selection } from './selection';
import type { TilePlace } from './tile-lines';
import { originValues, useOrigins } from './use-origins';
import { useSelection } from './use-selection';

/** State of a folder's listing when it was left, restored on the way back. */
interface Memory {
  selection: Selection;
  sort: Sort;
  /** Of the list, in pixels. */
  scroll: number;
  tiles: TilePlace;
}
const memories = new Map<string, Memory>();

/** FT-03: articles by date, newest first; everything else by name. */
export const defaultSort = (location: Location): Sort =>
  inArticles(location) ? { by: 'mtime', descending: true } : { by: 'name', descending: false };

export interface Listing {
  folder: Folder | undefined;
  /** TR-02: in the trash, where its entries were. */
  origins: Origins | undefined;
  /** Row → index into the folder's columns. */
  order: readonly number[];
  names: readonly string[];
  /** Rows without the filter. */
  total: number;
  /** The text that names have to contain; null while there is no field for it. */
  filter: string | null;
  setFilter: (filter: string | null) => void;
  entries: (names: ReadonlySet<string>) => Entry[];
  /** Bytes of the files among these rows. */
  bytesOf: (names: ReadonlySet<string>) => number;
  error: string | undefined;
  retry: () => void;
  sort: Sort;
  setSort: (sort: Sort) => void;
  selection: Selection;
  setSelection: (next: Selection | ((now: Selection) => Selection)) => void;
  memory: Memory;
  /** A row to scroll to, because it was just selected by what the user did. */
  reveal: { name: string } | null;
}

const rowsOf = (folder: Folder, order: readonly number[], chosen: ReadonlySet<string>): number[] =>
  order.filter((index) => chosen.has(folder.names[index]!));

const entriesOf = (folder: Folder, location: Location, rows: readonly number[]): Entry[] =>
  rows.map((index) => {
    const name = folder.names[index]!;
    return { root: location.root, path: [...location.path, name], name, isDirectory: folder.isDir[index]! };
  });

/** Rows, order and selection of one folder. The component using it must be keyed by the folder. */
export function useListing(location: Location): Listing {
  const key = pathKey(location);
  const memory = useMemo(
    () =>
      memories.get(key) ?? {
        selection: EMPTY_SELECTION,
        sort: defaultSort(location),
        scroll: 0,
        tiles: { row: 0, shift: 0 },
      },
    [key],
  );
  const [sort, setSort] = useState(memory.sort);
  const { data: folder, error, refetch } = useFolderQuery(location);
  const shown = useVisibility(location);

  const [filter, setFilter] = useState<string | null>(null);
  // Typing must not wait for 100,000 rows.
  const wanted = useDeferredValue(filter ?? '');
  const origins = useOrigins(location);
  const sorted = useMemo(
    () => (folder ? sortFolder(folder, { ...sort, values: originValues(folder, origins, sort.by) }, shown) : []),
    [folder, sort, shown, origins],
  );
  const order = useMemo(() => (folder ? filterRows(folder, sorted, wanted) : sorted), [folder, sorted, wanted]);
  const names = useMemo(() => (folder ? order.map((index) => folder.names[index]!) : []), [folder, order]);

  const { selection, setSelection, reveal } = useSelection(location, { folder, names, initial: memory.selection });
  useEffect(() => {
    memory.selection = selection;
    memory.sort = sort;
    memories.set(key, memory);
  }, [memory, key, selection, sort]);

  return {
    folder,
    origins,
    order,
    names,
    total: sorted.length,
    filter,
    setFilter,
    entries: (chosen) => (folder ? entriesOf(folder, location, rowsOf(folder, order, chosen)) : []),
    bytesOf: (chosen) => (folder ? fileBytes(folder, rowsOf(folder, order, chosen)) : 0),
    error: !folder && error && 'detail' in error ? error.detail : undefined,
    retry: () => void refetch(),
    sort,
    setSort,
    selection,
    setSelection,
    memory,
    reveal,
  };
}
