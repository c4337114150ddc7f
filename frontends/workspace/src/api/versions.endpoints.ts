import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';
import { pathKey, rawHref, type Location } from '@zo/web/paths';

export type VersionsPage = Answer<'Versions.list'>;
export type DeletedPage = Answer<'Versions.deleted'>;
/** Two versions of one file; `before` 0: it did not exist. */
export type VersionPair = Asked<'Versions.lines'>['pairs'][number];
/** The lines that two versions differ in; null where they have no text, or take too long to compare. */
export type LineCounts = Answer<'Versions.lines'>['counts'][number];
/** The text of a version; null when it is no text, or too long to compare. */
export interface VersionText {
  text: string | null;
}

/** Longer texts are not compared. */
const MAX_COMPARED = 1_000_000;

export type FolderMoments = Answer<'FolderVersions.moments'>;
export type FolderMoment = FolderMoments['moments'][number];
export type FolderFiles = Answer<'FolderVersions.files'>;
export type FolderFile = FolderFiles['files'][number];
export interface FolderAtMoment {
  location: Location;
  moment: number;
  /** Only files that are different now. */
  differing: boolean;
}

const placeQuery = ({ root, path }: Location) => `root=${root}&path=${encodeURIComponent(JSON.stringify(path))}`;
const pathQuery = (location: Location, before: number) => `${placeQuery(location)}&before=${before}`;

async function textOf(response: Response): Promise<VersionText | unknown> {
  if (!response.ok) return response.json();
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  if (!isText || Number(response.headers.get('content-length')) > MAX_COMPARED) {
    await response.body?.cancel();
    return { text: null };
  }
  return { text: await response.text() };
}

export const versionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    versions: build.infiniteQuery<VersionsPage, Location, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ versions, more }) => (more ? versions.at(-1)?.version : undefined),
      },
      query: ({ queryArg, pageParam }) => `files/versions?${pathQuery(queryArg, pageParam)}`,
      keepUnusedDataFor: 0,
      providesTags: (_pages, _error, location) => [{ type: 'File', id: pathKey(location) }],
    }),
    // A version never changes.
    versionText: build.query<VersionText, { location: Location; version: number }>({
      query: ({ location, version }) => ({
        url: `${rawHref(location).slice('/api/'.length)}?version=${version}`,
        responseHandler: textOf,
      }),
    }),
    versionLines: build.query<LineCounts[], { location: Location; pairs: VersionPair[] }>({
      query: ({ location: { root, path }, pairs }) => ({
        url: 'files/versions/lines',
        method: 'POST',
        body: { root, path, pairs },
      }),
      transformResponse: ({ counts }: Answer<'Versions.lines'>) => counts,
    }),
    deletedFiles: build.infiniteQuery<DeletedPage, Location, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ files, more }) => (more ? files.at(-1)?.deletion : undefined),
      },
      query: ({ queryArg, pageParam }) => `files/deleted?${pathQuery(queryArg, pageParam)}`,
      keepUnusedDataFor: 0,
      providesTags: (_pages, _error, location) => [{ type: 'Folder', id: pathKey(location) }],
    }),
    folderMoments: build.infiniteQuery<FolderMoments, Location, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => `files/versions/folder?${pathQuery(queryArg, pageParam)}`,
      keepUnusedDataFor: 0,
      providesTags: (_pages, _error, location) => [{ type: 'Folder', id: pathKey(location) }],
    }),
    folderFiles: build.infiniteQuery<FolderFiles, FolderAtMoment, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { location, moment, differing }, pageParam }) =>
        `files/versions/folder/files?${placeQuery(location)}&moment=${moment}&differing=${differing}` +
        `&after=${encodeURIComponent(pageParam)}`,
      keepUnusedDataFor: 0,
      providesTags: (_pages, _error, { location }) => [{ type: 'Folder', id: pathKey(location) }],
    }),
    restoreFolder: build.mutation<Answer<'FolderVersions.restore'>, Asked<'FolderVersions.restore'>>({
      query: (body) => ({ url: 'files/versions/folder/restore', method: 'POST', body }),
      invalidatesTags: ['Folder', 'File'],
    }),
    undoFolder: build.mutation<Answer<'FolderVersions.undo'>, Asked<'FolderVersions.undo'>>({
      query: (body) => ({ url: 'files/versions/folder/undo', method: 'POST', body }),
      invalidatesTags: ['Folder', 'File'],
    }),
    restoreVersion: build.mutation<Answer<'Versions.restore'>, Asked<'Versions.restore'>>({
      query: (body) => ({ url: 'files/versions/restore', method: 'POST', body }),
      invalidatesTags: (_to, _error, { root, path }) => [{ type: 'File', id: pathKey({ root, path }) }],
    }),
  }),
});

export const {
  useVersionsInfiniteQuery,
  useVersionTextQuery,
  useDeletedFilesInfiniteQuery,
  useFolderMomentsInfiniteQuery,
  useFolderFilesInfiniteQuery,
} = versionsApi;
