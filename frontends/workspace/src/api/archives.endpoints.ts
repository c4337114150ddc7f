import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { Location } from '@zo/web/paths';

export type ArchiveListing = Answer<'Archives.list'>;
export type ArchiveEntry = ArchiveListing['entries'][number];

export const archivesApi = api.injectEndpoints({
  endpoints: (build) => ({
    // `version` only tells one state of the file from another.
    archive: build.query<ArchiveListing, Location & { version: number }>({
      query: ({ root, path }) => ({ url: 'files/archive/list', method: 'POST', body: { root, path } }),
    }),
    extractArchive: build.mutation<Answer<'Archives.extract'>, Asked<'Archives.extract'>>({
      query: (body) => ({ url: 'files/archive/extract', method: 'POST', body }),
    }),
  }),
});

export const { useArchiveQuery } = archivesApi;
