import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type ChosenMode = Answer<'TrustModes.list'>['modes'][number];
export type TrustMode = ChosenMode['mode'];

/** Endpoints for how much the assistant asks. */
export const trustModesApi = api.injectEndpoints({
  endpoints: (build) => ({
    trustModes: build.query<ChosenMode[], void>({
      query: () => 'trust-modes',
      transformResponse: ({ modes }: Answer<'TrustModes.list'>) => modes,
      providesTags: ['TrustModes'],
    }),
    setTrustMode: build.mutation<void, Asked<'TrustModes.set'>>({
      query: (body) => ({ url: 'trust-modes', method: 'PUT', body }),
      invalidatesTags: ['TrustModes'],
    }),
  }),
});

export const { useTrustModesQuery, useSetTrustModeMutation } = trustModesApi;
