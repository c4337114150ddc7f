import { api } from '../store/api';
import { eachLine, NDJSON } from '../store/fetch-lines';
import type { Problem } from '../store/problem';
import { watchFolder } from '../live/watched';
import { isOnMachine, parentOf, pathKey, type Location, type Root } from '../paths';
import { columnsOf, INVALID, InvalidResponseError, isOpenFile } from './file-responses';
import { orderInTurns, Turns } from './name-order';
import type { Answer, Columns, FileKind, Item, OpenFile, SearchHit } from './types';

/**
 * A folder as columns: one array per field, which keeps 100,000 rows cheap to hold, patch and sort. A class, because
 * Immer would walk and freeze every value of a plain object.
 */
export class Folder {
  names: string[] = [];
  isDir: boolean[] = [];
  sizes: number[] = [];
  mtimes: number[] = [];
  births: number[] = [];
  errors: Record<number, string> = {};

  static of(columns: Folder): Folder {
    return Object.assign(new Folder(), columns);
  }
}

/** The response lists the indexes of folders; the screens need a flag per row. */
function append(folder: Folder, columns: Columns): void {
  const before = folder.names.length;
  const dirs = new Set(columns.dirs);
  for (const [index, name] of columns.names.entries()) {
    folder.names.push(name);
    folder.isDir.push(dirs.has(index));
    folder.sizes.push(columns.sizes[index]!);
    folder.mtimes.push(columns.mtimes[index]!);
    folder.births.push(columns.births[index]!);
  }
  for (const [index, error] of Object.entries(columns.errors)) folder.errors[before + Number(index)] = error;
}

/** Parses and orders a folder from lines of columns while they arrive, without blocking the page. */
export async function folderFromLines(body: ReadableStream<Uint8Array>): Promise<Folder> {
  const folder = new Folder();
  const turns = new Turns();
  for await (const line of eachLine(body)) {
    append(folder, columnsOf(line));
    if (turns.isOver) await turns.next();
  }
  await orderInTurns(folder, turns);
  return folder;
}

/** The folder, or the problem when the request failed. A body that was cut off throws. */
const readFolder = (response: Response): Promise<unknown> =>
  response.ok && response.body
    ? folderFromLines(response.body).catch((error: unknown) => {
        if (error instanceof InvalidResponseError) return INVALID;
        throw error;
      })
    : response.json();

/** The same columns from the rows of a read-fs response. */
export function folderFromItems(items: readonly Item[]): Folder {
  return Folder.of({
    names: items.map(({ name }) => name),
    isDir: items.map(({ isDirectory }) => isDirectory),
    sizes: items.map(({ size }) => size),
    mtimes: items.map(({ mtime }) => mtime),
    births: items.map(({ birthtime }) => birthtime),
    errors: Object.fromEntries(items.flatMap(({ error }, index) => (error ? [[index, error] as const] : []))),
  });
}

/** FT-01: the message for an error without a sentence of the server. */
const nameFailure = (problem: Problem): Problem =>
  problem.isGeneric ? { ...problem, detail: `Failed to fetch directory contents: ${problem.status}` } : problem;

/** A search for names and contents. */
export interface FindQuery {
  q: string;
  /** Only below this folder. */
  location?: Location;
  kinds?: readonly FileKind[];
  /** Modified then or later, Unix milliseconds. */
  since?: number;
  /** Whose change was the last one. */
  by?: 'user' | 'assistant' | 'terminal' | undefined;
  order?: 'best' | 'newest' | 'name';
  /** With one of these the query is one text, or a pattern. */
  caseSensitive?: boolean;
  wholeWord?: boolean;
  regex?: boolean;
  limit?: number;
  /** Lines of each file at most. */
  lines?: number;
}

/** Watches a folder of a machine as long as there is a cache entry. The computer tells of all its changes unasked. */
const whileCached =
  (folderOf: (location: Location) => Location) =>
  async (location: Location, { cacheEntryRemoved }: { cacheEntryRemoved: Promise<void> }): Promise<void> => {
    if (!isOnMachine(location)) return;
    const end = watchFolder(folderOf(location));
    await cacheEntryRemoved;
    end();
  };

/** Endpoints that list, open and find files. The workspace has the endpoints that change files. */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    folder: build.query<Folder, Location>({
      query: ({ root, path }) => ({
        url: `files/list?root=${root}&path=${encodeURIComponent(JSON.stringify(path))}`,
        headers: { accept: NDJSON },
        // Limits the silence instead.
        timeout: 0,
        responseHandler: readFolder,
        validateStatus: (response: Response, body: unknown) => response.ok && body instanceof Folder,
      }),
      transformErrorResponse: nameFailure,
      // Structural sharing would compare every one of 100,000 rows on each refresh.
      structuralSharing: false,
      onCacheEntryAdded: whileCached((location) => location),
      providesTags: (_folder, _error, location) => ['Folder', { type: 'Folder', id: pathKey(location) }],
    }),
    openFile: build.query<OpenFile, Location>({
      // oxlint-disable-next-line max-params -- RTK Query passes `fetch` as the fourth.
      queryFn: async ({ root, path }, { dispatch }, _extra, fetch) => {
        const body = { slug: path, root, tables: false };
        const { data, error } = await fetch({ url: 'read-fs', method: 'POST', body });
        if (error) return { error: nameFailure(error) };
        const file = data as OpenFile;
        if (!isOpenFile(file)) return { error: { status: 200, ...INVALID, extras: {} } };
        if (file.error) return { error: { status: 404, code: 'files.not_found', detail: file.error, extras: {} } };
        if (!file.isDir || !file.directoryContents) return { data: file };
        // A partial folder: the listing reads the whole.
        if (file.next !== undefined) return { data: { ...file, directoryContents: [] } };
        await dispatch(
          filesApi.util.upsertQueryData('folder', { root, path }, folderFromItems(file.directoryContents)),
        );
        return { data: { ...file, directoryContents: [] } };
      },
      onCacheEntryAdded: whileCached(parentOf),
      providesTags: (_file, _error, location) => ['File', { type: 'File', id: pathKey(location) }],
    }),
    searchFiles: build.query<SearchHit[], { q: string; kind?: 'name' | 'content'; limit?: number; root?: Root }>({
      query: ({ q, kind = 'name', limit = 20 }) =>
        `files/search?q=${encodeURIComponent(q)}&kind=${kind}&limit=${limit}`,
      transformResponse: ({ results }: Answer<'Search.find'>) => results,
      keepUnusedDataFor: 5,
    }),
    findFiles: build.query<Answer<'Search.everything'>, FindQuery>({
      query: ({ q, location, kinds = [], since = 0, limit = 20, lines = 2, ...more }) => {
        const query = new URLSearchParams({ q, limit: String(limit), lines: String(lines) });
        if (kinds.length > 0) query.set('kinds', kinds.join(','));
        if (since > 0) query.set('since', String(since));
        if (more.by) query.set('by', more.by);
        if (more.order) query.set('order', more.order);
        for (const name of ['caseSensitive', 'wholeWord', 'regex'] as const) if (more[name]) query.set(name, 'true');
        if (location) query.set('root', location.root);
        if (location) query.set('path', JSON.stringify(location.path));
        return `files/search/everything?${query}`;
      },
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useFolderQuery, useOpenFileQuery, useSearchFilesQuery, useLazySearchFilesQuery, useFindFilesQuery } =
  filesApi;
