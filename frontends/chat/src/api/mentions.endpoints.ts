import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { ListedSkill, ListedTool } from './types';

/** TL-03: what else than files a message can mention. */
export const mentionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    tools: build.query<ListedTool[], void>({
      query: () => 'tools',
      transformResponse: ({ tools }: Answer<'Tools.list'>) => tools,
      // What is connected adds tools.
      providesTags: ['WebSearch', 'MediaModels'],
    }),
    skills: build.query<ListedSkill[], void>({
      query: () => 'memory/skills',
      transformResponse: ({ skills }: Answer<'Memory.skills'>) => skills,
      providesTags: ['Memory'],
    }),
  }),
});

export const { useToolsQuery, useSkillsQuery } = mentionsApi;
