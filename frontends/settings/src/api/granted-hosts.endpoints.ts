import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type GrantedHost = Answer<'GrantedHosts.list'>['hosts'][number];

/** Endpoints for the hosts that commands may reach in every chat. */
export const grantedHostsApi = api.injectEndpoints({
  endpoints: (build) => ({
    grantedHosts: build.query<GrantedHost[], void>({
      query: () => 'granted-hosts',
      transformResponse: ({ hosts }: Answer<'GrantedHosts.list'>) => hosts,
      providesTags: ['GrantedHosts'],
    }),
    grantHost: build.mutation<GrantedHost, Asked<'GrantedHosts.grant'>>({
      query: (body) => ({ url: 'granted-hosts', method: 'POST', body }),
      invalidatesTags: ['GrantedHosts'],
    }),
    revokeHost: build.mutation<void, string>({
      query: (id) => ({ url: `granted-hosts/${id}`, method: 'DELETE' }),
      invalidatesTags: ['GrantedHosts'],
    }),
  }),
});

export const { useGrantedHostsQuery, useGrantHostMutation, useRevokeHostMutation } = grantedHostsApi;
