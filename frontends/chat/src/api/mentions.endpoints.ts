import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { ListedTool } from './types';

/** TL-03: what else than files a message can mention. */
export const mentionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tools: build.query<ListedTool[], void>({
      query: () => 'tools',
      transformResponse: ({ tools }: Answer<'Tools.list'>) => tools,
      // What is connected adds tools.
      providesTags: ['WebSearch', 'MediaModels'],
    }),
  }),
});

export const { useToolsQuery } = mentionsApi;
