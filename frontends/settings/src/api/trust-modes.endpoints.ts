import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type ChosenMode = Answer<'TrustModes.list'>['modes'][number];
export type TrustMode = ChosenMode['mode'];

/** Endpoints for how much the assistant asks, and what it may use. */
export const trustModesApi = api.injectEndpoints({
  endpoints: (build) => ({
    trustModes: build.query<ChosenMode[], void>({
      query: () => 'trust-modes',
      transformResponse: ({ modes }: Answer<'TrustModes.list'>) => modes,
      providesTags: ['TrustModes'],
    }),
    availableTools: build.query<Answer<'Tools.list'>['tools'], void>({
      query: () => 'tools',
      transformResponse: ({ tools }: Answer<'Tools.list'>) => tools,
      providesTags: ['Tools', 'WebSearch', 'MediaModels'],
    }),
    setTrustMode: build.mutation<void, Asked<'TrustModes.set'>>({
      query: (body) => ({ url: 'trust-modes', method: 'PUT', body }),
      invalidatesTags: ['TrustModes'],
    }),
  }),
});

export const { useAvailableToolsQuery, useTrustModesQuery, useSetTrustModeMutation } = trustModesApi;
