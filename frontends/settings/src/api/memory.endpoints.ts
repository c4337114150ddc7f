import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type Memory = Answer<'Memory.read'>;
export type Fact = Memory['facts'][number];
export type WaitingText = Memory['waiting'][number];
export type ListedSkill = Memory['skills'][number];

/** Endpoints for what the assistant knows: files of the home, which the user also edits as files. */
export const memoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    memory: build.query<Memory, void>({ query: () => 'memory', providesTags: ['Memory'] }),
    changeFact: build.mutation<void, Asked<'Memory.change'>>({
      query: (body) => ({ url: 'memory/facts', method: 'PUT', body }),
      invalidatesTags: ['Memory'],
    }),
    keepText: build.mutation<void, Asked<'Memory.keep'>>({
      query: (body) => ({ url: 'memory/kept', method: 'POST', body }),
      invalidatesTags: ['Memory'],
    }),
    /** Moves a file, or the folder of a skill, to the trash. */
    trashText: build.mutation<void, { root: 'w' | 's'; path: string[] }>({
      query: (item) => ({ url: 'files/trash', method: 'POST', body: { items: [item] } }),
      invalidatesTags: ['Memory'],
    }),
  }),
});

export const { useMemoryQuery, useChangeFactMutation, useKeepTextMutation, useTrashTextMutation } = memoryApi;
