import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';
import type { ListedSkill } from './types';

/** TL-03: the skills that a message can mention. */
export const mentionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    skills: build.query<ListedSkill[], void>({
      query: () => 'memory/skills',
      transformResponse: ({ skills }: Answer<'Memory.skills'>) => skills,
      providesTags: ['Memory'],
    }),
  }),
});

export const { useSkillsQuery } = mentionsApi;
