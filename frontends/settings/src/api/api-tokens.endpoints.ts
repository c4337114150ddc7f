import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type ApiToken = Answer<'ApiTokens.list'>['tokens'][number];
export type TokenRequest = Asked<'ApiTokens.make'>;
export type Scope = TokenRequest['scopes'][number];

/** Endpoints for the tokens with which programs call the API. */
export const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<ApiToken[], void>({
      query: () => 'tokens',
      transformResponse: ({ tokens }: Answer<'ApiTokens.list'>) => tokens,
      providesTags: ['ApiTokens'],
    }),
    makeToken: build.mutation<Answer<'ApiTokens.make'>, TokenRequest>({
      query: (body) => ({ url: 'tokens', method: 'POST', body }),
      invalidatesTags: ['ApiTokens'],
    }),
    revokeToken: build.mutation<void, string>({
      query: (id) => ({ url: `tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
});

export const { useApiTokensQuery, useMakeTokenMutation, useRevokeTokenMutation } = apiTokensApi;
