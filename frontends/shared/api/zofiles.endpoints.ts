import { api } from '../store/api';
import type { Problem } from '../store/problem';
import type { ActiveZofiles, Asked, Zofile } from './types';

/** ZF-04: the error of each call, followed by the server's sentence. */
const failed = (what: string) => (problem: Problem) => ({ ...problem, detail: `Failed to ${what}: ${problem.detail}` });

/** ZF-01, ZF-02: the user's Zofiles, and the one that is active in chats. */
export const zofilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    zofiles: build.query<Zofile[], void>({
      query: () => 'zofiles/',
      providesTags: ['Zofiles'],
      transformErrorResponse: failed('fetch zofiles'),
    }),
    createZofile: build.mutation<Zofile, Asked<'Zofiles.create'>>({
      query: (body) => ({ url: 'zofiles/', method: 'POST', body }),
      invalidatesTags: ['Zofiles'],
      transformErrorResponse: failed('create zofile'),
    }),
    updateZofile: build.mutation<Zofile, { id: string } & Asked<'Zofiles.update'>>({
      query: ({ id, ...body }) => ({ url: `zofiles/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Zofiles'],
      transformErrorResponse: failed('update zofile'),
    }),
    deleteZofile: build.mutation<void, string>({
      query: (id) => ({ url: `zofiles/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Zofiles', 'ActiveZofiles'],
      transformErrorResponse: failed('delete zofile'),
    }),
    activeZofiles: build.query<ActiveZofiles, void>({
      query: () => 'zofiles/active',
      providesTags: ['ActiveZofiles'],
      transformErrorResponse: failed('get active zofile'),
    }),
    setActiveZofile: build.mutation<ActiveZofiles, string>({
      query: (id) => ({ url: `zofiles/active/${id}`, method: 'PUT' }),
      invalidatesTags: ['ActiveZofiles'],
      transformErrorResponse: failed('set active zofile'),
    }),
    clearActiveZofile: build.mutation<ActiveZofiles, void>({
      query: () => ({ url: 'zofiles/active', method: 'DELETE', body: { conversation_type: 'main' } }),
      invalidatesTags: ['ActiveZofiles'],
      transformErrorResponse: failed('clear active zofile'),
    }),
  }),
});

export const {
  useZofilesQuery,
  useCreateZofileMutation,
  useUpdateZofileMutation,
  useDeleteZofileMutation,
  useActiveZofilesQuery,
  useSetActiveZofileMutation,
  useClearActiveZofileMutation,
} = zofilesApi;
