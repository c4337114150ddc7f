import { api } from '../store/api';
import type { Computer, Stats } from './types';

/** The state and resource figures of the user's computer. */
export const computerApi = api.injectEndpoints({
  endpoints: (build) => ({
    computer: build.query<Computer, void>({ query: () => 'computer', providesTags: ['Computer'] }),
    wakeComputer: build.mutation<Computer, void>({
      query: () => ({ url: 'computer/wake', method: 'POST' }),
      invalidatesTags: ['Computer', 'Stats'],
    }),
    systemStats: build.query<Stats, void>({ query: () => 'system/stats', providesTags: ['Stats'] }),
  }),
});

export const { useComputerQuery, useWakeComputerMutation, useSystemStatsQuery } = computerApi;
