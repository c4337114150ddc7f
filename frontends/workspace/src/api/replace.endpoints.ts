import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type FoundHits = Answer<'Replace.hits'>;
export type FileHits = FoundHits['files'][number];
export type HitsQuery = Asked<'Replace.hits'>;
/** The edits of one file, and the hash of the bytes that they belong to. */
export type FileChange = Asked<'Replace.replace'>['files'][number];
export type ReplacedFile = Answer<'Replace.replace'>['results'][number];

/** Invalid whenever files were replaced. */
export const HITS = { type: 'File', id: 'hits' } as const;

export const replaceApi = api.injectEndpoints({
  endpoints: (build) => ({
    hits: build.query<FoundHits, HitsQuery>({
      query: (body) => ({ url: 'files/search/hits', method: 'POST', body }),
      // What is shown is what will be changed, so nothing old is shown again.
      keepUnusedDataFor: 0,
      providesTags: [HITS],
    }),
    replace: build.mutation<Answer<'Replace.replace'>, Asked<'Replace.replace'>>({
      query: (body) => ({ url: 'files/replace', method: 'POST', body }),
    }),
  }),
});

export const { useHitsQuery } = replaceApi;
