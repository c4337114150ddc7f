import type { Answer, Asked, ProviderShare } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { ProviderShare } from '@zo/web/api';
export type Person = Answer<'Users.everyone'>['people'][number];

/** Endpoints with which the owner shares providers; for the owner only. */
export const providerSharesApi = api.injectEndpoints({
  endpoints: (build) => ({
    everyone: build.query<Person[], void>({
      query: () => 'admin/people',
      transformResponse: ({ people }: Answer<'Users.everyone'>) => people,
      providesTags: ['SignUp'],
    }),
    providerShares: build.query<ProviderShare[], void>({
      query: () => 'models/shares',
      transformResponse: ({ shares }: Answer<'ProviderShares.list'>) => shares,
      providesTags: ['Providers'],
    }),
    shareProvider: build.mutation<ProviderShare, { id: string } & Asked<'ProviderShares.share'>>({
      query: ({ id, ...body }) => ({ url: `models/providers/${id}/share`, method: 'PUT', body }),
      invalidatesTags: ['Providers'],
    }),
    unshareProvider: build.mutation<void, string>({
      query: (id) => ({ url: `models/providers/${id}/share`, method: 'DELETE' }),
      invalidatesTags: ['Providers'],
    }),
  }),
});

export const { useEveryoneQuery, useProviderSharesQuery, useShareProviderMutation, useUnshareProviderMutation } =
  providerSharesApi;
