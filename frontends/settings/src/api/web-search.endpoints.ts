import type { Answer, Asked, SearchConnection, SearchTest } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { SearchConnection, SearchKind } from '@zo/web/api';

/** Endpoints for the search service of the user's assistant. */
export const webSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    webSearch: build.query<SearchConnection | null, void>({
      query: () => 'web-search',
      transformResponse: ({ connection }: Answer<'WebSearch.find'>) => connection,
      providesTags: ['WebSearch'],
    }),
    connectSearch: build.mutation<SearchConnection, Asked<'WebSearch.connect'>>({
      query: (body) => ({ url: 'web-search', method: 'PUT', body }),
      invalidatesTags: ['WebSearch'],
    }),
    testSearch: build.mutation<SearchTest, Asked<'WebSearch.test'>>({
      query: (body) => ({ url: 'web-search/test', method: 'POST', body }),
    }),
    disconnectSearch: build.mutation<void, void>({
      query: () => ({ url: 'web-search', method: 'DELETE' }),
      invalidatesTags: ['WebSearch'],
    }),
  }),
});

export const { useWebSearchQuery, useConnectSearchMutation, useTestSearchMutation, useDisconnectSearchMutation } =
  webSearchApi;
