import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type ConnectedProgram = Answer<'OAuth.list'>['programs'][number];
export type LookedAt = Answer<'OAuth.look'>;
export type Question = Extract<LookedAt, { to: 'ask' }>;
type Decision = Asked<'OAuth.decide'>;

/** Endpoints for programs that sign in by OAuth. */
export const oauthApi = api.injectEndpoints({
  endpoints: (build) => ({
    connectedPrograms: build.query<ConnectedProgram[], void>({
      query: () => 'oauth/programs',
      transformResponse: ({ programs }: Answer<'OAuth.list'>) => programs,
      providesTags: ['ApiTokens'],
    }),
    disconnectProgram: build.mutation<void, string>({
      query: (id) => ({ url: `oauth/programs/${id}`, method: 'DELETE' }),
      invalidatesTags: ['ApiTokens'],
    }),
    // The question is good for one answer, so it is not kept for the next visit.
    lookAtRequest: build.query<LookedAt, string>({
      query: (query) => ({ url: 'oauth/requests', method: 'POST', body: { query } }),
      keepUnusedDataFor: 0,
    }),
    decideRequest: build.mutation<Answer<'OAuth.decide'>, { id: string; decision: Decision }>({
      query: ({ id, decision }) => ({ url: `oauth/requests/${id}`, method: 'POST', body: decision }),
    }),
  }),
});

export const {
  useConnectedProgramsQuery,
  useDisconnectProgramMutation,
  useLookAtRequestQuery,
  useDecideRequestMutation,
} = oauthApi;
