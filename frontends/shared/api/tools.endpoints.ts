import { api } from '../store/api';
import type { Answer, ListedTool } from './types';

/** TL-03: the tools that a message or a note can mention. */
export const toolsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tools: build.query<ListedTool[], void>({
      query: () => 'tools',
      transformResponse: ({ tools }: Answer<'Tools.list'>) => tools,
      // What is connected adds tools.
      providesTags: ['WebSearch', 'MediaModels'],
    }),
  }),
});

export const { useToolsQuery } = toolsApi;
