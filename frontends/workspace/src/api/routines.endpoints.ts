import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type Routine = Answer<'Routines.get'>;
export type Rehearsal = Answer<'RoutineRuns.rehearsal'>;
export type RoutineRun = Answer<'RoutineRuns.conversations'>['conversations'][number];

/** ZR-01: routines, and the chats of their runs. */
export const routinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A file that is opened becomes known; one that is known keeps its id. */
    registerRoutine: build.query<Routine, Asked<'Routines.create'>['file_path']>({
      query: (file_path) => ({ url: 'zoroutines', method: 'POST', body: { file_path } }),
      keepUnusedDataFor: 0,
      providesTags: ['Routines'],
    }),
    armRoutine: build.mutation<Routine, { id: string; hash: string; inputs: Record<string, string> }>({
      query: ({ id, hash, inputs }) => ({ url: `zoroutines/${id}/arm`, method: 'POST', body: { hash, inputs } }),
      invalidatesTags: ['Routines'],
    }),
    disarmRoutine: build.mutation<Routine, string>({
      query: (id) => ({ url: `zoroutines/${id}/arm`, method: 'DELETE' }),
      invalidatesTags: ['Routines'],
    }),
    renewHook: build.mutation<Answer<'ScheduleHook.renew'>, string>({
      query: (scheduleId) => ({ url: `schedules/${scheduleId}/hook`, method: 'POST' }),
      invalidatesTags: ['Routines'],
    }),
    executeRoutine: build.mutation<Answer<'RoutineRuns.execute'>, { id: string; inputs: Record<string, string> }>({
      query: ({ id, inputs }) => ({ url: `zoroutines/${id}/execute`, method: 'POST', body: { inputs } }),
      invalidatesTags: (_answer, _error, { id }) => [{ type: 'RoutineRuns', id }],
    }),
    rehearseRoutine: build.mutation<Answer<'RoutineRuns.rehearse'>, { id: string; inputs: Record<string, string> }>({
      query: ({ id, inputs }) => ({ url: `zoroutines/${id}/rehearse`, method: 'POST', body: { inputs } }),
    }),
    rehearsal: build.query<Rehearsal, { id: string; runId: string }>({
      query: ({ id, runId }) => `zoroutines/${id}/rehearsals/${runId}`,
      keepUnusedDataFor: 0,
    }),
    routineRuns: build.query<RoutineRun[], string>({
      query: (id) => `zoroutines/${id}/conversations?limit=10`,
      transformResponse: ({ conversations }: Answer<'RoutineRuns.conversations'>) => conversations,
      providesTags: (_answer, _error, id) => [{ type: 'RoutineRuns', id }],
    }),
  }),
});
