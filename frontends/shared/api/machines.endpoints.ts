import { api } from '../store/api';
import type { Answer, Machine, MachineCode } from './types';

/** PC-02: endpoints for the person's own machines. */
export const machinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    machines: build.query<Machine[], void>({
      query: () => 'machines',
      transformResponse: ({ machines }: Answer<'Machines.list'>) => machines,
      providesTags: ['Machines'],
    }),
    makeMachineCode: build.mutation<MachineCode, void>({ query: () => ({ url: 'machines/codes', method: 'POST' }) }),
    changeMachine: build.mutation<void, { id: string; change: { name: string } | { tools: boolean } }>({
      query: ({ id, change }) => ({ url: `machines/${id}`, method: 'PATCH', body: change }),
      invalidatesTags: ['Machines', 'Terminals'],
    }),
    removeMachine: build.mutation<void, string>({
      query: (id) => ({ url: `machines/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Machines', 'Terminals'],
    }),
  }),
});

export const { useMachinesQuery, useMakeMachineCodeMutation, useChangeMachineMutation, useRemoveMachineMutation } =
  machinesApi;
