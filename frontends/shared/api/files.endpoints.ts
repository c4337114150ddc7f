import { api } from '../store/api';
import { pathKey, type FilePath, type Root } from '../paths';
import type { Answer, Columns, Item, OpenFile, SearchHit } from './types';

/** A folder as columns: one array per field, so that 100,000 rows stay cheap to hold, patch and sort. */
export interface Folder {
  names: string[];
  isDir: boolean[];
  sizes: number[];
  mtimes: number[];
  births: number[];
  errors: Record<number, string>;
}

/** The wire form marks folders by index; a flag per row is what the screens ask for. */
export function folderFromColumns(answer: Columns): Folder {
  if (!Array.isArray(answer?.names)) throw new Error('Invalid response from API');
  const isDir = new Array<boolean>(answer.names.length).fill(false);
  for (const index of answer.dirs) isDir[index] = true;
  const { dirs: _dirs, ...columns } = answer;
  return { ...columns, isDir };
}

/** The same columns from the rows that read-fs sends for a folder. */
export function folderFromItems(items: readonly Item[]): Folder {
  return {
    names: items.map(({ name }) => name),
    isDir: items.map(({ isDirectory }) => isDirectory),
    sizes: items.map(({ size }) => size),
    mtimes: items.map(({ mtime }) => mtime),
    births: items.map(({ birthtime }) => birthtime),
    errors: Object.fromEntries(items.flatMap(({ error }, index) => (error ? [[index, error] as const] : []))),
  };
}

/** Listing, opening and finding files. Changes of files live with the workspace. */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    folder: build.query<Folder, FilePath>({
      query: ({ root, path }) => `files/list?root=${root}&path=${encodeURIComponent(JSON.stringify(path))}`,
      transformResponse: folderFromColumns,
      // Sharing would compare every one of 100,000 rows on each refresh.
      structuralSharing: false,
      providesTags: (_folder, _error, place) => ['Folder', { type: 'Folder', id: pathKey(place) }],
    }),
    openFile: build.query<OpenFile, FilePath>({
      queryFn: async ({ root, path }, { dispatch }, _extra, fetch) => {
        const { data, error } = await fetch({ url: 'read-fs', method: 'POST', body: { slug: path, root } });
        if (error)
          return {
            error:
              error.status > 0 && !error.detail
                ? { ...error, detail: `Failed to fetch directory contents: ${error.status}` }
                : error,
          };
        const file = data as OpenFile | null;
        if (!file || typeof file !== 'object')
          return { error: { status: 200, code: 'files.invalid', detail: 'Invalid response from API', extras: {} } };
        if (file.error) return { error: { status: 404, code: 'files.not_found', detail: file.error, extras: {} } };
        if (!file.isDir || !file.directoryContents) return { data: file };
        await dispatch(
          filesApi.util.upsertQueryData('folder', { root, path }, folderFromItems(file.directoryContents)),
        );
        return { data: { ...file, directoryContents: [] } };
      },
      keepUnusedDataFor: 30,
      providesTags: (_file, _error, place) => ['File', { type: 'File', id: pathKey(place) }],
    }),
    searchFiles: build.query<SearchHit[], { q: string; kind?: 'name' | 'content'; limit?: number; root?: Root }>({
      query: ({ q, kind = 'name', limit = 20 }) =>
        `files/search?q=${encodeURIComponent(q)}&kind=${kind}&limit=${limit}`,
      transformResponse: ({ results }: Answer<'Search.find'>) => results,
      keepUnusedDataFor: 5,
    }),
  }),
});

export const { useFolderQuery, useOpenFileQuery, useSearchFilesQuery, useLazySearchFilesQuery } = filesApi;
